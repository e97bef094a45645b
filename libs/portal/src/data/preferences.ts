import { keep, readKept } from './storage.ts';

/** What a reader chose for this browser. */
type Preferences = { isUtc: boolean; singleKeys: boolean };

const KEPT = 'preferences';
const listeners = new Set<() => void>();

const kept = (): Partial<Preferences> => {
  try {
    return JSON.parse(readKept(KEPT) ?? '{}') as Partial<Preferences>;
  } catch {
    return {};
  }
};

let chosen: Preferences = { isUtc: false, singleKeys: true, ...(typeof document === 'undefined' ? {} : kept()) };

/** What is chosen now. */
export const preferences = (): Preferences => chosen;

/** Chooses for this page and the next visits. */
export const choose = (choice: Partial<Preferences>): void => {
  chosen = { ...chosen, ...choice };
  if (typeof document !== 'undefined') keep(KEPT, JSON.stringify(chosen));
  for (const listener of listeners) listener();
};

/** Calls back after each choice; the answer stops that. */
export const onChoice = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
