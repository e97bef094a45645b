import { describe, expect, test } from '@jest/globals';
import { oneAtATime, TurnMissed } from './one-at-a-time.ts';

/** A work that is done when `end` is called, and keeps when it began and ended. */
const workNamed = (name: string, course: string[]) => {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const work = async () => {
    course.push(`${name} begins`);
    return promise.finally(() => course.push(`${name} ends`));
  };
  return { work, end: () => resolve(name), fail: () => reject(new Error(name)) };
};

describe('works with the same key', () => {
  test('run one after the other, each with its own result', async () => {
    const course: string[] = [];
    const inTurn = oneAtATime();
    const [a, b, c] = ['a', 'b', 'c'].map((name) => workNamed(name, course)) as [Work, Work, Work];
    const results = Promise.all([a, b, c].map(({ work }) => inTurn('key', work)));
    c.end();
    b.end();
    a.end();
    expect(await results).toEqual(['a', 'b', 'c']);
    expect(course).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  test('do not wait for those with another key', async () => {
    const course: string[] = [];
    const inTurn = oneAtATime();
    const [hanging, other] = [workNamed('hanging', course), workNamed('other', course)];
    const hangs = inTurn('key', hanging.work);
    other.end();
    expect(await inTurn('other key', other.work)).toBe('other');
    hanging.end();
    await hangs;
  });

  test('run after one that failed', async () => {
    const course: string[] = [];
    const inTurn = oneAtATime();
    const [failing, next] = [workNamed('failing', course), workNamed('next', course)];
    const results = Promise.allSettled([inTurn('key', failing.work), inTurn('key', next.work)]);
    next.end();
    failing.fail();
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(course.at(-1)).toBe('next ends');
  });

  test('run first when their patience ends first, else in the order in which they came', async () => {
    const course: string[] = [];
    const inTurn = oneAtATime();
    const patience = { running: undefined, first: undefined, second: undefined, hasty: 50_000, patient: 60_000 };
    const results = Object.entries(patience).map(([name, ms]) => {
      const { work, end } = workNamed(name, course);
      end();
      return inTurn('key', work, ms);
    });
    await Promise.all(results);
    const begun = course.filter((step) => step.endsWith('begins')).map((step) => step.split(' ')[0]);
    expect(begun).toEqual(['running', 'hasty', 'patient', 'first', 'second']);
  });

  test('are not run after their patience, and those behind still wait for the one before', async () => {
    const course: string[] = [];
    const inTurn = oneAtATime();
    const [slow, hasty, patient] = ['slow', 'hasty', 'patient'].map((name) => workNamed(name, course)) as [
      Work,
      Work,
      Work,
    ];
    const slowly = inTurn('key', slow.work);
    const hastily = inTurn('key', hasty.work, 1);
    const patiently = inTurn('key', patient.work, 60_000);
    await expect(hastily).rejects.toThrow(TurnMissed);
    expect(course).toEqual(['slow begins']);
    slow.end();
    patient.end();
    expect(await Promise.all([slowly, patiently])).toEqual(['slow', 'patient']);
    expect(course).toEqual(['slow begins', 'slow ends', 'patient begins', 'patient ends']);
  });
});

type Work = ReturnType<typeof workNamed>;
