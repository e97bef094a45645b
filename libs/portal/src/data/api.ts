import { type StaycoverClient, staycoverClient } from '@staycover/client';
import { session } from '../auth/sign-in.ts';
import { type AllowedActions, nextCursor, parseAllowedActions } from './headers.ts';
import { inTime } from './in-time.ts';
import { Problem } from './problem.ts';

/** More than the gateway waits for any answer: a connection that is silent for so long is gone. */
const PATIENCE_MS = 90_000;

const sendInTime = inTime(session.fetch, PATIENCE_MS);

/** Calls of this platform. */
export const api: StaycoverClient = staycoverClient(location.origin, { fetch: sendInTime });

const requestFor = (method: string, path: string, body?: unknown, accept = 'application/json'): Request =>
  new Request(new URL(path, location.origin), {
    method,
    headers: { accept, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

/** A call that is not in the API's document, or is sent as it stands. */
export const call = (method: string, path: string, body?: unknown): Promise<Response> =>
  sendInTime(requestFor(method, path, body));

/**
 * What a call answers that takes as long as it must.
 * @throws Problem when it was refused.
 */
export const sendLong = async <Data>(method: string, path: string, body?: unknown): Promise<Data> => {
  const response = await session.fetch(requestFor(method, path, body));
  const answer: unknown = await response.json();
  if (!response.ok) throw new Problem(response.status, answer as Record<string, unknown>);
  return answer as Data;
};

/**
 * The PDF at a path.
 * @throws Problem when it was refused.
 */
export const loadPdf = async (path: string): Promise<Blob> => {
  const response = await sendInTime(requestFor('GET', path, undefined, 'application/pdf'));
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
