import { words } from './format.ts';

const THINGS = [
  ['/invoices/$id', 'invoiceReference'],
  ['/policies/$id', 'policyReference'],
  ['/deals/$id', 'contractReference'],
] as const;

/** What an answer is about: where it can be looked at, and how it stands. */
export const made = (answer: object) => {
  const { id, status, ...members } = answer as Record<string, unknown>;
  return THINGS.flatMap(([to, name]) => {
    const reference = members[name];
    if (typeof id !== 'string' || typeof reference !== 'string') return [];
    return [{ to, id, reference, status: typeof status === 'string' ? words(status) : undefined }];
  })[0];
};
