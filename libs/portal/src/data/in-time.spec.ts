import { expect, test } from '@jest/globals';
import { inTime } from './in-time.ts';
import { problemFrom } from './problem.ts';

/** A connection that nothing comes from. */
const silent = ({ signal }: Request): Promise<Response> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

const problemFor = (answer: Promise<Response>) => answer.then(() => undefined, problemFrom);

test('a request that is not answered in time is a problem of its own, and may be sent again', async () => {
  const problem = await problemFor(inTime(silent, 10)(new Request('http://platform.test/api/policy')));
  expect(problem).toMatchObject({ status: 0, title: 'No answer', message: 'The platform has not answered in time.' });
});

test('a request that its sender gives up ends at once', async () => {
  const leaving = new AbortController();
  const answer = inTime(silent, 60_000)(new Request('http://platform.test/api/policy', { signal: leaving.signal }));
  leaving.abort(new Error('The page is left.'));
  await expect(answer).rejects.toThrow('The page is left.');
});
