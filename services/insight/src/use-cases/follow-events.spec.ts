import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { StoredEvent } from '../db/entities.ts';
import { type FollowOptions, type Frame, followEvents } from './follow-events.ts';
import { createTail, type Tail } from './tail.ts';

let stored: StoredEvent[];
let reads: number;
let tail: Tail;

const add = (count: number): void => {
  const last = stored.at(-1)?.position ?? 0;
  for (let i = 1; i <= count; i++) stored.push({ position: last + i } as StoredEvent);
};
const after = async (position: number, limit: number): Promise<StoredEvent[]> =>
  stored.filter((event) => event.position > position).slice(0, limit);

beforeEach(() => {
  stored = [];
  reads = 0;
  tail = createTail({
    head: async () => stored.at(-1)?.position ?? 0,
    after: async (position, limit) => {
      reads += 1;
      return after(position, limit);
    },
    onError: () => undefined,
  });
});

afterEach(() => tail.stop());

type Options = Partial<Pick<FollowOptions, 'fits' | 'onTaken' | 'until' | 'access'>>;

const follow = (from?: number, options: Options = {}) =>
  followEvents({
    tail,
    after,
    fits: options.fits ?? (() => true),
    from,
    ...(options.onTaken && { onTaken: options.onTaken }),
    until: options.until ?? Infinity,
    access: options.access ?? { isGiven: async () => true, everyMs: 0 },
  });

const next = async (stream: AsyncGenerator<Frame>): Promise<Frame> => (await stream.next()).value!;

const positionsIn = (frame: Frame): number[] =>
  frame.kind === 'events' ? frame.events.map(({ position }) => position) : [];

describe('a stream', () => {
  test('begins where the platform is, and has what comes, as far as it fits', async () => {
    add(3);
    const stream = follow(undefined, { fits: ({ position }) => position % 2 === 0 });
    expect(await next(stream)).toEqual({ kind: 'ready', position: 3 });
    add(4);
    expect(positionsIn(await next(stream))).toEqual([4, 6]);
    await stream.return(undefined);
  });

  test('reports the delay of live events, but not of missed ones', async () => {
    add(2);
    const lags: number[] = [];
    const stream = follow(1, { onTaken: (seconds) => lags.push(seconds) });
    await next(stream);
    expect(positionsIn(await next(stream))).toEqual([2]);
    add(1);
    expect(positionsIn(await next(stream))).toEqual([3]);
    expect(lags).toEqual([]);
    add(1);
    expect(positionsIn(await next(stream))).toEqual([4]);
    expect(lags).toEqual([expect.any(Number)]);
    expect(lags[0]).toBeGreaterThanOrEqual(0);
    await stream.return(undefined);
  });

  test('sends missed events, a hundred at a time', async () => {
    add(250);
    const stream = follow(10);
    expect(await next(stream)).toEqual({ kind: 'ready', position: 10 });
    const parts = [await next(stream), await next(stream), await next(stream)].map(positionsIn);
    expect(parts.map(({ length }) => length)).toEqual([100, 100, 40]);
    expect(parts.flat()).toEqual(stored.slice(10).map(({ position }) => position));
    await stream.return(undefined);
  });

  test('that missed more than a thousand events gets a reset, and continues from there', async () => {
    add(1_002);
    const stream = follow(1);
    await next(stream);
    expect(await next(stream)).toEqual({ kind: 'reset', position: 1_002, reason: 'too-many-missed' });
    add(1);
    expect(positionsIn(await next(stream))).toEqual([1_003]);
    await stream.return(undefined);
  });

  test('with a reader more than five hundred events behind gets a reset, and buffers nothing', async () => {
    const stream = follow();
    await next(stream);
    add(1);
    expect(positionsIn(await next(stream))).toEqual([1]);
    add(501);
    const other = follow();
    await next(other);
    // Somebody else reads on meanwhile.
    while (tail.head() < 502) await tail.next();
    expect(await next(stream)).toEqual({ kind: 'reset', position: 502, reason: 'too-slow' });
    await Promise.all([stream.return(undefined), other.return(undefined)]);
  });

  test.each([7, Number.NaN])('after %d, which is not a position yet, gets a reset', async (from) => {
    add(3);
    const stream = follow(from);
    expect(await next(stream)).toEqual({ kind: 'reset', position: 3, reason: 'unknown-position' });
    await stream.return(undefined);
  });

  test('continues after an event that this replica has not seen yet', async () => {
    const early = follow();
    await next(early);
    add(2);
    const stream = follow(2);
    expect(await next(stream)).toEqual({ kind: 'ready', position: 2 });
    while (tail.head() < 2) await tail.next();
    add(1);
    expect(positionsIn(await next(stream))).toEqual([3]);
    await Promise.all([stream.return(undefined), early.return(undefined)]);
  });

  test('ends when its time is over, and when the platform ends', async () => {
    const over = follow(undefined, { until: 0 });
    await next(over);
    expect(await next(over)).toEqual({ kind: 'bye', reason: 'time' });
    const ended = follow();
    await next(ended);
    const last = next(ended);
    await tail.stop();
    expect(await last).toEqual({ kind: 'bye', reason: 'restart' });
    await over.return(undefined);
  });

  test('ends once the credentials of its reader are no longer good', async () => {
    let isGiven = true;
    const stream = follow(undefined, { access: { isGiven: async () => isGiven, everyMs: 0 } });
    await next(stream);
    add(1);
    expect(positionsIn(await next(stream))).toEqual([1]);
    isGiven = false;
    expect(await next(stream)).toEqual({ kind: 'bye', reason: 'expired' });
  });
});

test('a thousand streams read the table once', async () => {
  const streams = Array.from({ length: 1_000 }, () => follow());
  await Promise.all(streams.map(next));
  const before = reads;
  add(50);
  const frames = await Promise.all(streams.map(next));
  expect(frames.every((frame) => positionsIn(frame).length === 50)).toBe(true);
  expect(reads - before).toBeLessThan(1_000);
  await Promise.all(streams.map((stream) => stream.return(undefined)));
});
