import { DomainError, type Fault, isDomainError } from '@staycover/kernel';

/** Names faults by where the sender wrote them. */
export const withPointers = <T>(toSourcePointer: (pointer: string) => string, read: () => T): T => {
  try {
    return read();
  } catch (error) {
    if (!isDomainError(error, 'invalid-request')) throw error;
    const faults = error.extra['errors'] as Fault[];
    throw DomainError.invalid(faults.map(({ pointer, detail }) => ({ pointer: toSourcePointer(pointer), detail })));
  }
};
