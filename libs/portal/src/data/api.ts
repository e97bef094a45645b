import { type StaycoverClient, staycoverClient } from '@staycover/client';
import { session } from '../auth/sign-in.ts';
import { type AllowedActions, nextCursor, parseAllowedActions } from './headers.ts';
import { Problem } from './problem.ts';

/** Calls of this platform. */
export const api: StaycoverClient = staycoverClient(location.origin, { fetch: session.fetch });

/** A call that is not in the API's document, or is sent as it stands. */
export const call = (method: string, path: string, body?: unknown, accept = 'application/json'): Promise<Response> =>
  session.fetch(
    new Request(new URL(path, location.origin), {
      method,
      headers: { accept, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );

/**
 * What such a call answers.
 * @throws Problem when it was refused.
 */
export const send = async <Data>(method: string, path: string, body?: unknown): Promise<Data> => {
  const response = await call(method, path, body);
  const answer: unknown = await response.json();
  if (!response.ok) throw new Problem(response.status, answer as Record<string, unknown>);
  return answer as Data;
};

/**
 * The PDF at a path.
 * @throws Problem when it was refused.
 */
export const loadPdf = async (path: string): Promise<Blob> => {
  const response = await call('GET', path, undefined, 'application/pdf');
  if (!response.ok) throw new Problem(response.status, (await response.json()) as Record<string, unknown>);
  return response.blob();
};

/** Data, and the headers of the response. */
export type Answer<Data> = {
  data: Data;
  /** For `If-Match`. */
  etag: string | undefined;
  /** Where the next page of a list begins. */
  next: string | undefined;
  allowed: AllowedActions;
};

type Call<Data> = Promise<{ data?: Data; error?: unknown; response: Response }>;

/**
 * The answer to a call.
 * @throws Problem when it was refused.
 */
export const answerTo = async <Data>(asked: Call<Data>): Promise<Answer<Data>> => {
  const { data, error, response } = await asked;
  const { headers } = response;
  if (data === undefined) {
    const members = typeof error === 'object' && error !== null ? error : { title: response.statusText };
    throw new Problem(response.status, { ...members }, Number(headers.get('retry-after')) || undefined);
  }
  return {
    data,
    etag: headers.get('etag') ?? undefined,
    next: nextCursor(headers.get('link')),
    allowed: parseAllowedActions(headers.get('allowed-actions')),
  };
};
