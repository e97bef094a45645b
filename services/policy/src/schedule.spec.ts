import { expect, test } from '@jest/globals';
import { eventually } from '@staycover/testing';
import { repeatedly } from './schedule.ts';

test('repeated work runs at once and again, one run at a time, also after one that failed', async () => {
  let [started, running, most] = [0, 0, 0];
  const failures: unknown[] = [];
  const work = async () => {
    started += 1;
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
    if (started === 1) throw new Error('once');
  };
  const repetition = repeatedly({ work, everyMs: 1, failed: (error) => failures.push(error) });
  expect(started).toBe(1);
  await eventually('three runs', () => started >= 3);
  await repetition.stop();
  expect([running, most, failures.length]).toEqual([0, 1, 1]);
});
