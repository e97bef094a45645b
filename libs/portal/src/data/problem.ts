/** A refusal of the API (RFC 9457), or that there was no answer at all. */
export class Problem extends Error {
  readonly status: number;
  readonly title: string;
  readonly members: Readonly<Record<string, unknown>>;
  readonly retryAfter: number | undefined;

  constructor(status: number, members: Record<string, unknown>, retryAfter?: number) {
    super(String(members['detail'] ?? members['title'] ?? 'Something went wrong.'));
    this.status = status;
    this.title = String(members['title'] ?? 'No answer');
    this.members = members;
    this.retryAfter = retryAfter;
  }

  /** The page that explains this kind of problem, on this origin. */
  get page(): string | undefined {
    const slug = /\/problems\/([a-z-]+)$/.exec(String(this.members['type'] ?? ''))?.[1];
    return slug && `/problems/${slug}`;
  }
}

/** What was thrown, as a problem. */
export const problemFrom = (error: unknown): Problem => {
  if (error instanceof Problem) return error;
  if (error instanceof TypeError)
    return new Problem(0, { title: 'No answer', detail: 'The platform cannot be reached. Is it running?' });
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new Problem(0, { title: 'No answer', detail: 'The platform has not answered in time.' });
  return new Problem(0, {
    title: 'This cannot be sent',
    detail: error instanceof Error ? error.message : String(error),
  });
};
