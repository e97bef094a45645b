import { expect, test } from '@jest/globals';
import { Problem } from './problem.ts';
import { replayAll } from './replay-all.ts';

const letters = ['a', 'b', 'c', 'd'].map((id) => ({ id }));

/** Answers of a service: letters that it does not name are replayed. */
const service = (answers: Record<string, 'REJECTED' | number> = {}) => {
  const tried: string[] = [];
  const replay = async ({ id }: { id: string }) => {
    tried.push(id);
    const answer = answers[id];
    if (typeof answer === 'number') throw new Problem(answer, { title: 'Refused', detail: 'Not now.' }, 3);
    return { outcome: answer ?? ('REPLAYED' as const), reason: answer ? `${id} is wrong` : null };
  };
  return { tried, replay };
};

test('given a letter that somebody else resolved, then it counts as done, and those behind it are replayed', async () => {
  const done = new Set<string>();
  const { tried, replay } = service({ b: 404 });
  expect(await replayAll(letters, replay, done)).toEqual([]);
  expect(tried).toEqual(['a', 'b', 'c', 'd']);
  expect([...done]).toEqual(['a', 'b', 'c', 'd']);
});

test('given letters that are refused again, then they are tried again without those that are done', async () => {
  const done = new Set<string>();
  expect(await replayAll(letters, service({ b: 'REJECTED' }).replay, done)).toEqual(['b is wrong']);
  const { tried, replay } = service();
  expect(await replayAll(letters, replay, done)).toEqual([]);
  expect(tried).toEqual(['b']);
});

test('given a service that goes away between, then it names how many are done, and goes on there', async () => {
  const done = new Set<string>();
  const stopped = replayAll(letters, service({ c: 503 }).replay, done);
  await expect(stopped).rejects.toMatchObject({
    status: 503,
    title: 'Refused',
    message: '2 of 4 are done. Not now.',
    retryAfter: 3,
  });
  const { tried, replay } = service();
  await replayAll(letters, replay, done);
  expect(tried).toEqual(['c', 'd']);
});
