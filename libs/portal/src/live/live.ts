import { useEffect, useSyncExternalStore } from 'react';
import { session } from '../auth/sign-in.ts';
import { queryClient } from '../data/queries.ts';
import { follow } from './follow.ts';
import { createRefetch } from './refetch.ts';

type Message = 'happened' | 'live' | 'away' | 'who';

/** The page is refetched at once, but at most twice a second. */
const ANEW_MS = 500;

let isLive = false;
const listeners = new Set<() => void>();

const setLive = (live: boolean): void => {
  isLive = live;
  for (const listener of listeners) listener();
};

const refetch = createRefetch(queryClient);
let isDue = false;
let askedAt = 0;
const refresh = (): void => {
  if (isDue) return;
  isDue = true;
  const pause = Math.max(0, askedAt + ANEW_MS - performance.now());
  setTimeout(() => {
    isDue = false;
    askedAt = performance.now();
    refetch();
  }, pause);
};

const open = (after: string | undefined, signal: AbortSignal): Promise<Response> =>
  session.fetch(
    new Request(new URL('/api/events', location.origin), {
      headers: { accept: 'text/event-stream', ...(after !== undefined && { 'last-event-id': after }) },
      signal,
    }),
  );

/**
 * Refetches the page after every event. Only one of a user's tabs has the stream and notifies the others, because browsers
 * limit connections. If tabs cannot coordinate, each has its own stream.
 */
const startLive = (user: string): (() => void) => {
  const name = `live ${user}`;
  const ending = new AbortController();
  const channel = new BroadcastChannel(name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin, and no such argument
  const send = (message: Message): void => channel.postMessage(message);
  let isLeading = false;
  const receive = (message: Message): void => {
    if (message === 'happened') refresh();
    else if (message !== 'who') setLive(message === 'live');
    else if (isLeading) send(isLive ? 'live' : 'away');
  };
  const tell = (message: Message): void => {
    receive(message);
    send(message);
  };
  const lead = (): Promise<void> => {
    isLeading = true;
    const follower = { happened: () => tell('happened'), isLive: (live: boolean) => tell(live ? 'live' : 'away') };
    return follow(open, follower, ending.signal);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => receive(data));
  send('who');
  const leading = window.isSecureContext ? navigator.locks.request(name, { signal: ending.signal }, lead) : lead();
  leading.catch(() => undefined);
  return () => {
    ending.abort();
    channel.close();
    setLive(false);
  };
};

/** Keeps pages up to date for a user, while there is one. */
export const useLive = (user: string | undefined): void =>
  useEffect(() => (user === undefined ? undefined : startLive(user)), [user]);

/** Whether pages hear at once when something happens. */
export const useIsLive = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isLive,
  );
