import { describe, expect, test } from '@jest/globals';
import type { JsMsg } from '@nats-io/jetstream';
import { inOrder } from './in-order.ts';

type Arrival = { sequence: number; size?: number };

/** An event as it comes, and whether it went back. */
const arrival = ({ sequence, size = 100 }: Arrival) => {
  const came = { isBack: false };
  const message = { info: { streamSequence: sequence }, data: { length: size }, nak: () => void (came.isBack = true) };
  return Object.assign(came, { message: message as unknown as JsMsg });
};

const event = (sequence: number) => arrival({ sequence }).message;
const sequences = (messages: readonly JsMsg[]) => messages.map(({ info }) => info.streamSequence);

/** Those that have their turn after each arrival. */
const turns = (next: number, ...came: number[]) => {
  const order = inOrder(next);
  return came.map((sequence) => sequences(order.add(event(sequence))));
};

test.each([
  ['that comes in its order has its turn at once', [1, 2, 3], [[1], [2], [3]]],
  ['that comes too early waits for those before it', [3, 2, 1, 4], [[], [], [1, 2, 3], [4]]],
  ['that waits and comes again has one turn', [2, 2, 1], [[], [], [1, 2]]],
  ['that had its turn and comes again has another one', [1, 2, 1], [[1], [2], [1]]],
])('an event %s', (_what, came, expected) => {
  expect(turns(1, ...came)).toEqual(expected);
});

describe('an event that others wait for', () => {
  test('is passed when it does not come any more, up to the next one that does', () => {
    const order = inOrder(1);
    for (const sequence of [4, 5, 7]) order.add(event(sequence));
    expect(order.missing()).toMatchObject({ sequence: 1, waiting: 3 });
    expect(sequences(order.pass(1))).toEqual([4, 5]);
    expect(order.missing()).toMatchObject({ sequence: 6, waiting: 1 });
  });

  test('is passed when it went back and is gone since', () => {
    const order = inOrder(1);
    order.add(event(3));
    const big = arrival({ sequence: 2, size: 16 * 1024 ** 2 });
    order.add(big.message);
    expect(big.isBack).toBe(true);
    expect(sequences(order.add(event(1)))).toEqual([1]);
    expect(order.missing()).toMatchObject({ sequence: 2, waiting: 1 });
    expect(sequences(order.pass(2))).toEqual([3]);
    expect(order.missing()).toBeUndefined();
  });

  test('is passed when it is the last, too', () => {
    const order = inOrder(1);
    order.add(event(3));
    const big = arrival({ sequence: 2, size: 16 * 1024 ** 2 });
    order.add(big.message);
    for (const sequence of [1, 2]) order.pass(sequence);
    expect(order.missing()).toBeUndefined();
    expect(sequences(order.add(event(4)))).toEqual([4]);
  });

  test('is not passed when it has come meanwhile', () => {
    const order = inOrder(1);
    for (const sequence of [2, 1, 4]) order.add(event(sequence));
    expect(order.pass(1)).toEqual([]);
    expect(order.missing()).toMatchObject({ sequence: 3, waiting: 1 });
  });
});

test('where nothing waits, nothing is missing', () => {
  const order = inOrder(1);
  order.add(event(1));
  expect(order.missing()).toBeUndefined();
  expect(order.pass(2)).toEqual([]);
});

describe('of large events', () => {
  const LARGE = 4 * 1024 ** 2;

  test('those that find no room go back, and have their turn when they come again', () => {
    const order = inOrder(1);
    const came = [2, 3, 4, 5, 6].map((sequence) => arrival({ sequence, size: LARGE }));
    for (const { message } of came) order.add(message);
    expect(came.map(({ isBack }) => isBack)).toEqual([false, false, false, false, true]);
    expect(order.missing()).toMatchObject({ sequence: 1, waiting: 5 });
    expect(sequences(order.add(arrival({ sequence: 1, size: LARGE }).message))).toEqual([1, 2, 3, 4, 5]);
    expect(sequences(order.add(came[4]!.message))).toEqual([6]);
  });

  test('those that had their turn leave their room to others', () => {
    const order = inOrder(1);
    for (const sequence of [2, 3, 4, 5, 1]) order.add(arrival({ sequence, size: LARGE }).message);
    const next = arrival({ sequence: 7, size: LARGE });
    order.add(next.message);
    expect(next.isBack).toBe(false);
    expect(order.empty()).toEqual([next.message]);
    expect(order.missing()).toBeUndefined();
  });
});

describe('of several events that are missing', () => {
  let now = 0;
  const waitedMs = (order: ReturnType<typeof inOrder>) => order.missing()?.waitedMs;

  test('each is waited for since one behind it came', () => {
    const order = inOrder(1, () => now);
    order.add(event(3));
    now = 14_000;
    order.add(event(5));
    expect(waitedMs(order)).toBe(14_000);
    for (const sequence of [1, 2]) order.add(event(sequence));
    expect(waitedMs(order)).toBe(0);
    now = 20_000;
    expect(waitedMs(order)).toBe(6_000);
    order.add(event(4));
    expect(waitedMs(order)).toBeUndefined();
  });

  test('those that are known to be missing at the same time are not waited for one after the other', () => {
    now = 0;
    const order = inOrder(1, () => now);
    for (const sequence of [2, 4, 6]) order.add(event(sequence));
    now = 15_000;
    const passed = [1, 3, 5].map((sequence) => [waitedMs(order), sequences(order.pass(sequence))]);
    expect(passed).toEqual([2, 4, 6].map((sequence) => [15_000, [sequence]]));
  });
});
