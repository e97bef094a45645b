import { expect, test } from '@jest/globals';
import { cameAt } from './came-at.ts';

const now = Temporal.Instant.from('2026-11-20T09:30:00.000750Z');

test('events came in the order of their stream, however close together, and whenever they are handled', () => {
  const first = now.subtract({ milliseconds: 3 });
  const second = first.add({ microseconds: 200 });
  expect([cameAt(now.add({ milliseconds: 24 }), first, 0), cameAt(now, second, 0)]).toEqual([first, second]);
});

test('a stream with a clock that is some milliseconds ahead keeps its order', () => {
  const first = now.add({ milliseconds: 5 });
  const second = first.add({ microseconds: 200 });
  expect([cameAt(now.add({ milliseconds: 1 }), first, 0), cameAt(now, second, 0)]).toEqual([first, second]);
});

test('a sandbox moves what comes by as much as its clock is ahead', () => {
  const aheadMs = 86_399_873;
  const ahead = now.add({ milliseconds: aheadMs });
  expect(cameAt(ahead, now.subtract({ seconds: 90 }), aheadMs)).toEqual(ahead.subtract({ seconds: 90 }));
});

test('a stream with a wrong clock puts no event further than a second into the future', () => {
  expect(cameAt(now, now.add({ hours: 2 }), 0)).toEqual(now.add({ seconds: 1 }));
});
