import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { boundedInFlight } from './in-flight.ts';

/** Full with two events, of which none ends by itself. */
const given = (most = { events: 2, bytes: Infinity }) => {
  const inFlight = boundedInFlight(most);
  const ends: (() => void)[] = [];
  let resolved = 0;
  const start = (bytes = 1): Promise<void> =>
    inFlight.start(bytes, () => new Promise((resolve) => ends.push(resolve))).then(() => void (resolved += 1));
  return { inFlight, start, ends, resolved: () => resolved };
};

test('there is room until as many events are in flight as may be, and again once one has ended', async () => {
  const { start, ends, resolved } = given();
  await start();
  const second = start();
  await turn();
  expect(resolved()).toBe(1);
  ends[0]!();
  await second;
  expect(resolved()).toBe(2);
});

test('there is no room beyond the bytes', async () => {
  const { start, ends, resolved } = given({ events: 100, bytes: 10 });
  await start(9);
  const second = start(9);
  await turn();
  expect(resolved()).toBe(1);
  ends.forEach((end) => end());
  await second;
});

test('after release, what waits for room goes on, and it is empty once all work has ended', async () => {
  const { inFlight, start, ends } = given();
  await start();
  const second = start();
  inFlight.release();
  await second;
  await start();
  let isEmpty = false;
  const emptied = inFlight.empty().then(() => (isEmpty = true));
  await turn();
  expect(isEmpty).toBe(false);
  ends.forEach((end) => end());
  await emptied;
});
