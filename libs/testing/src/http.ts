import { assertDocumented } from './conformance.ts';

export type Answer = {
  status: number;
  headers: Headers;
  // Tests look into answers of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
};

export type Client = {
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** Sends a body as it is. */
  raw(method: string, path: string, body?: string | Buffer, headers?: Record<string, string>): Promise<Answer>;
};

/**
 * A JSON client for the platform, or for one service of it. Every answer is checked against the OpenAPI document, unless
 * what answers is no service of ours (`documented: false`).
 */
export const httpClient = (baseUrl: string, { documented = true } = {}): Client => {
  const raw: Client['raw'] = async (method, path, body, headers = {}) => {
    const answer = await fetch(baseUrl + path, { method, headers, ...(body === undefined ? {} : { body }) });
    const text = await answer.text();
    const contentType = answer.headers.get('content-type') ?? '';
    const json = /json/.test(contentType) && text ? JSON.parse(text) : text;
    if (documented) assertDocumented({ method, path, requestBody: body, status: answer.status, contentType, body: json });
    return { status: answer.status, headers: answer.headers, body: json };
  };
  const withJson =
    (method: string) =>
    (path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
      body === undefined
        ? raw(method, path, undefined, headers)
        : raw(method, path, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
  return {
    raw,
    get: (path, headers) => raw('GET', path, undefined, headers),
    delete: (path, headers) => raw('DELETE', path, undefined, headers),
    post: withJson('POST'),
    put: withJson('PUT'),
    patch: withJson('PATCH'),
  };
};
