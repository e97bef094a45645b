import { describe, expect, test } from '@jest/globals';
import { dataOrThrow, refusalOrThrow } from './answers.ts';
import { staycoverClient } from './client.ts';

const id = '01a1f84a-95d1-7c55-9d0a-2c1f6a3f9e01';

/** Deletes at a server that answers so. */
const removal = (status: number, body: object | null = null) => {
  const fetch = async () => (body ? Response.json(body, { status }) : new Response(null, { status }));
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

  test('is no success where it is refused without a problem', async () => {
    await expect(dataOrThrow(removal(502))).rejects.toThrow('answered 502');
  });
});
