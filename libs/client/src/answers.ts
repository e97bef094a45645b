import type { components } from './types.ts';

type Answer<Data, Refusal> = { data?: Data; error?: Refusal; response: Response };
type Problem = components['schemas']['Problem'];

const describe = ({ url, status }: Response, body: unknown): string =>
  `${url} answered ${status}: ${JSON.stringify(body) ?? 'no body'}`;

/** A call that was refused: why, and the response with its headers. */
export class RefusedError extends Error {
  override name = 'RefusedError';
  readonly response: Response;
  /** Undefined where the answer is not one of the platform, as that of a proxy. */
  readonly problem: Problem | undefined;

  constructor(response: Response, body: unknown) {
    super(describe(response, body), { cause: body });
    this.response = response;
    if (response.headers.get('content-type')?.startsWith('application/problem+json')) this.problem = body as Problem;
  }
}

/**
 * The data of a call; undefined where a success has none, as a 204.
 * @throws RefusedError when the call was refused; the problem is its `cause`, too.
 */
export const dataOrThrow = async <Data>(call: Promise<Answer<Data, unknown>>): Promise<Data> => {
  const answer = await call;
  if (!answer.response.ok) throw new RefusedError(answer.response, answer.error);
  return answer.data as Data;
};

/**
 * The problem of a call that is to be refused; undefined where the refusal has no body, as that of a HEAD.
 * @throws when the call was not.
 */
export const refusalOrThrow = async <Refusal>(call: Promise<Answer<unknown, Refusal>>): Promise<Refusal> => {
  const { data, error, response } = await call;
  if (response.ok) throw new Error(describe(response, data));
  return (error || undefined) as Refusal;
};

/** The `cursor` of the next page of a list; undefined on the last one. */
export const nextCursor = ({ headers }: Response): string | undefined =>
  new URLSearchParams(/\?([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]).get('cursor') ?? undefined;
