import { useSyncExternalStore } from 'react';

/** The last action, its resource where that has a timeline, and the page that shows it. */
type Notice = { label: string; id?: string; page: string } | undefined;

let last: Notice;
const listeners = new Set<() => void>();

/** Shows a notice on the open page; undefined removes it. */
export const notice = (done: Omit<NonNullable<Notice>, 'page'> | undefined): void => {
  last = done && { ...done, page: location.pathname };
  for (const listener of listeners) listener();
};

/** The id of what a call answered with, if it has one. */
export const idIn = (answer: unknown): string | undefined => {
  const { data } = (answer ?? {}) as { data?: { id?: unknown } };
  return typeof data?.id === 'string' ? data.id : undefined;
};

/** What a call did in words, where its answer alone has them. */
export const wordsIn = (answer: unknown): string | undefined => {
  const { words } = (answer ?? {}) as { words?: unknown };
  return typeof words === 'string' ? words : undefined;
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
