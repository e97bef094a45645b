import { describe, expect, test } from '@jest/globals';
import { dataOrThrow, nextCursor, RefusedError, refusalOrThrow } from './answers.ts';
import { staycoverClient } from './client.ts';

const id = '01a1f84a-95d1-7c55-9d0a-2c1f6a3f9e01';

/** Deletes at a server that answers so. */
const removal = (status: number, body: object | string | null = null, headers: Record<string, string> = {}) => {
  const init = { status, headers };
  const fetch = async () =>
    typeof body === 'object' && body
      ? new Response(JSON.stringify(body), {
          status,
          headers: { 'Content-Type': 'application/problem+json', ...headers },
        })
      : new Response(body, init);
  return staycoverClient('http://localhost', { fetch }).DELETE('/api/webhook-endpoint/{id}', {
    params: { path: { id } },
  });
};

describe('what a call was answered', () => {
  test('is a success also without data', async () => {
    await expect(dataOrThrow(removal(204))).resolves.toBeUndefined();
    await expect(refusalOrThrow(removal(204))).rejects.toThrow('answered 204');
  });

  test('is a refusal with its problem', async () => {
    const problem = { title: 'Not found', status: 404 };
    await expect(dataOrThrow(removal(404, problem))).rejects.toMatchObject({ cause: problem });
    await expect(refusalOrThrow(removal(404, problem))).resolves.toEqual(problem);
  });

  test.each([
    ['nothing', null],
    ['the page of a proxy', '<h1>Bad gateway</h1>'],
    ['the JSON of a proxy', '{"message":"no route"}'],
  ])('is no success where it is refused with %s', async (_what, body) => {
    const refused = await dataOrThrow(removal(502, body)).catch((error: unknown) => error);
    expect(refused).toMatchObject({ problem: undefined, message: expect.stringContaining('answered 502') });
  });

  test('is refused with an error that has the problem, and the headers', async () => {
    const problem = { title: 'Too many requests', status: 429, detail: 'Wait.' };
    const refused = await dataOrThrow(removal(429, problem, { 'Retry-After': '7' })).catch((error: unknown) => error);
    if (!(refused instanceof RefusedError)) throw refused;
    expect(refused).toBeInstanceOf(Error);
    expect([refused.name, refused.problem, refused.cause]).toEqual(['RefusedError', problem, problem]);
    expect([refused.response.status, refused.response.headers.get('retry-after')]).toEqual([429, '7']);
  });

  test('is a refusal without a body, too', async () => {
    await expect(refusalOrThrow(removal(404, null, { 'Content-Length': '0' }))).resolves.toBeUndefined();
    await expect(refusalOrThrow(removal(404))).resolves.toBeUndefined();
  });
});

test.each([
  ['</api/policy?organizationId=acme&cursor=2026-11-20.a%2Bb%3E&limit=1>; rel="next"', '2026-11-20.a+b>'],
  ['</api/policy/1>; rel="related", </api/policy?cursor=2>; rel="next"', '2'],
  ['</api/policy?cursor=1>; rel="prev"', undefined],
  ['</api/policy/1>; rel="related"', undefined],
  [undefined, undefined],
])('an answer with the link %s has the cursor %s', (link, cursor) => {
  expect(nextCursor(new Response(null, link ? { headers: { link } } : {}))).toBe(cursor);
});
