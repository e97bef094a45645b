export type Fault = { pointer: string; detail: string };

/**
 * A refusal that is part of the interface. `code` is the problem's slug (its page is `/problems/{code}`), `detail`
 * says what happened for this occurrence, `extra` holds the problem's documented extension members.
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
  static invalid(errors: readonly Fault[]): DomainError {
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
