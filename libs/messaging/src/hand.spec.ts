import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { openHand } from './hand.ts';

/** A hand that is full with two events, of which none ends by itself. */
const fullHand = (most = { events: 2, bytes: Infinity }) => {
  const hand = openHand(most);
  const ends: (() => void)[] = [];
  let taken = 0;
  const take = (bytes = 1): Promise<void> =>
    hand.take(bytes, () => new Promise((resolve) => ends.push(resolve))).then(() => void (taken += 1));
  return { hand, take, ends, taken: () => taken };
};

test('a hand has room until it holds as many events as it may, and again once one is finished', async () => {
  const { take, ends, taken } = fullHand();
  await take();
  const second = take();
  await turn();
  expect(taken()).toBe(1);
  ends[0]!();
  await second;
  expect(taken()).toBe(2);
});

test('a hand has no room beyond its bytes', async () => {
  const { take, ends, taken } = fullHand({ events: 100, bytes: 10 });
  await take(9);
  const second = take(9);
  await turn();
  expect(taken()).toBe(1);
  ends.forEach((end) => end());
  await second;
});

test('a hand that is released lets go on who waits for room, and is empty once all is finished', async () => {
  const { hand, take, ends } = fullHand();
  await take();
  const second = take();
  hand.release();
  await second;
  await take();
  let isEmpty = false;
  const emptied = hand.empty().then(() => (isEmpty = true));
  await turn();
  expect(isEmpty).toBe(false);
  ends.forEach((end) => end());
  await emptied;
});
