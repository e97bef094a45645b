import { useSyncExternalStore } from 'react';

/** What was done last, what it was done to, and the page that says so. */
type Notice = { says: string; id: string; page: string } | undefined;

let last: Notice;
const listeners = new Set<() => void>();

/** Says on the page that is open what was done; undefined takes it away. */
export const notice = (done: { says: string; id: string } | undefined): void => {
  last = done && { ...done, page: location.pathname };
  for (const listener of listeners) listener();
};

/** The id of what a call answered with, if it has one. */
export const idIn = (answer: unknown): string | undefined => {
  const { data } = (answer ?? {}) as { data?: { id?: unknown } };
  return typeof data?.id === 'string' ? data.id : undefined;
};

/** What was done last. */
export const useNotice = (): Notice =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => last,
  );
