import { storable } from './storable.ts';

export type Fault = { pointer: string; detail: string };

/** Faults that are named at once. */
export const MOST_FAULTS = 100;
const MOST_POINTER = 200;
const MOST_DETAIL = 300;

/** At most 100 faults, with bounded and storable texts; the last one counts those left out. */
export const boundedFaults = (faults: readonly Fault[], beyond = 0): Fault[] => {
  const more = Math.max(0, faults.length - MOST_FAULTS) + beyond;
  const named = faults.slice(0, MOST_FAULTS - Math.min(more, 1)).map(({ pointer, detail }) => ({
    pointer: storable(pointer, MOST_POINTER),
    detail: storable(detail, MOST_DETAIL),
  }));
  return more === 0 ? named : [...named, { pointer: '', detail: `has ${more + 1} more faults` }];
};

/**
 * A rejection that is part of the interface. `code` is the problem's slug (its page is `/problems/{code}`), `detail`
 * describes this occurrence, `extra` holds the documented extension members of the problem.
 */
export class DomainError extends Error {
  readonly code: string;
  readonly extra: Record<string, unknown>;

  constructor(code: string, detail: string, extra: Record<string, unknown> = {}, options?: ErrorOptions) {
    super(detail, options);
    this.name = 'DomainError';
    this.code = code;
    this.extra = extra;
  }

  /** Every fault of a request or message, each with the JSON pointer of the member it is about. */
  static invalid(faults: readonly Fault[]): DomainError {
    const errors = boundedFaults(faults);
    const [first] = errors;
    const rest = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
    return new DomainError('invalid-request', `${first?.pointer || 'The body'} ${first?.detail}${rest}.`, { errors });
  }

  /** The resource does not exist, or not for this actor: both look the same. */
  static notFound(resource: string, id: string): DomainError {
    return new DomainError('not-found', `There is no ${resource} with id ${JSON.stringify(id.slice(0, 80))}.`);
  }
}

/** Whether an error is a domain refusal with the given code. */
export const isDomainError = (error: unknown, code?: string): error is DomainError =>
  error instanceof DomainError && (code === undefined || error.code === code);
