import { expect, test } from '@jest/globals';
import { follow, pauseMs } from './follow.ts';

const streamResponse = (...chunks: string[]): Response =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
        controller.close();
      },
    }),
  );

/** Follows these answers, one after the other, then ends. */
const followed = async (...answers: (Response | Error)[]) => {
  const ending = new AbortController();
  const seen: string[] = [];
  const pauses: number[] = [];
  await follow(
    async (after) => {
      seen.push(`open ${after ?? 'anew'}`);
      const answer = answers.shift()!;
      if (answers.length === 0) ending.abort();
      if (answer instanceof Error) throw answer;
      return answer;
    },
    { happened: () => seen.push('happened'), isLive: (live) => seen.push(live ? 'live' : 'away') },
    ending.signal,
    async (ms) => void pauses.push(ms),
  );
  return { seen, pauses };
};

test('events are reported however they are chunked; a broken stream continues after the last one', async () => {
  const { seen } = await followed(
    streamResponse('id: 7\nevent: eve', 'nt\ndata: {}\n\n: \n\nid: 8\nevent: event\ndata: {}\n\nid: 9\nev'),
    streamResponse('event: bye\ndata: {"reason":"time"}\n\n'),
  );
  expect(seen).toEqual(['open anew', 'happened', 'live', 'happened', 'happened', 'away', 'open 8', 'live', 'away']);
});

test('after a reset everything is refetched, and the stream continues from there', async () => {
  const { seen } = await followed(streamResponse('id: 99\nevent: reset\ndata: {}\n\n'), streamResponse());
  expect(seen).toEqual(['open anew', 'happened', 'live', 'happened', 'away', 'open 99', 'live', 'away']);
});

test('a failing server is retried with a growing backoff', async () => {
  const { seen, pauses } = await followed(new Error('away'), new Response(null, { status: 503 }), new Error('away'));
  expect(seen).toEqual(['open anew', 'away', 'open anew', 'away', 'open anew', 'away']);
  expect(pauses[1]!).toBeGreaterThanOrEqual(2_000);
});

test('a stream that falls silent is not live any more, and is opened again after its last event', async () => {
  const ending = new AbortController();
  const seen: string[] = [];
  /** Sends an event, then keeps its connection without a word. */
  const open = async (after: string | undefined, signal: AbortSignal): Promise<Response> => {
    seen.push(`open ${after ?? 'first'}`);
    if (after !== undefined) ending.abort();
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('id: 7\nevent: event\ndata: {}\n\n'));
        signal.addEventListener('abort', () => controller.error(signal.reason));
        if (signal.aborted) controller.error(signal.reason);
      },
    });
    return new Response(body);
  };
  const follower = { happened: () => undefined, isLive: (live: boolean) => void seen.push(live ? 'live' : 'away') };
  await follow(open, follower, ending.signal, async () => undefined, 20);
  expect(seen).toEqual(['open first', 'live', 'away', 'open 7', 'live', 'away']);
});

test.each([
  [0, 0, 500],
  [0, 1, 1_000],
  [3, 1, 8_000],
  [20, 1, 30_000],
  [20, 0, 15_000],
])('after %d failures, with chance %d, the pause is %d ms', (failures, random, expected) => {
  expect(pauseMs(failures, random)).toBe(expected);
});
