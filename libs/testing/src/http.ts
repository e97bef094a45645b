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

/** What `fetch` does, with every exchange checked against the OpenAPI document. */
export const documentedFetch = async (request: Request): Promise<Response> => {
  const { method, url, body } = request;
  const requestBody = body ? await request.clone().text() : undefined;
  const answer = await fetch(request);
  const contentType = answer.headers.get('content-type') ?? '';
  const { pathname, search } = new URL(url);
  const text = await answer.clone().text();
  await assertDocumented({
    method,
    path: pathname + search,
    requestBody,
    status: answer.status,
    contentType,
    body: readAs(contentType, text),
  });
  return answer;
};

const readAs = (contentType: string, text: string): unknown =>
  /json/.test(contentType) && text ? JSON.parse(text) : text;

/**
 * A JSON client for the platform, or one service of it. Checks every response against the OpenAPI document, except those
 * of other servers (`documented: false`). A server in the client's own process closes a kept connection that was idle
 * while both were busy, just as the next request goes out on it: every request can have a new one (`keptAlive: false`).
 */
export const httpClient = (baseUrl: string, { documented = true, keptAlive = true } = {}): Client => {
  const send = documented ? documentedFetch : fetch;
  const ofAll = keptAlive ? {} : { connection: 'close' };
  const raw: Client['raw'] = async (method, path, body, headers = {}) => {
    const answer = await send(
      new Request(baseUrl + path, {
        method,
        headers: { ...ofAll, ...headers },
        ...(body === undefined ? {} : { body }),
      }),
    );
    const json = readAs(answer.headers.get('content-type') ?? '', await answer.text());
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

/** The path of the page of a list that follows an answer, if there is one. */
export const nextPage = ({ headers }: Pick<Answer, 'headers'>): string | undefined =>
  /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];

/** The rows of a list from this path on, over all its pages. */
export const allPages = async <Row>(http: Client, path: string): Promise<Row[]> => {
  const page = await http.get(path);
  const next = nextPage(page);
  return [...(page.body as Row[]), ...(next === undefined ? [] : await allPages<Row>(http, next))];
};
