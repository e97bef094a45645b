import { type Actor, isDomainError, unauthenticated } from '@staycover/kernel';
import type { SlidingWindow } from '../adapters/sliding-window.ts';

/** Who looks up, and from which network. */
export type Caller = { actor: Actor; network: string };

/** Runs a lookup for a caller within the limit of attempts. */
export type LookupLimit = <T>(caller: Caller, look: () => Promise<T>) => Promise<T>;

/** Accounts count for themselves, wherever they call from; everybody else counts by network. */
const keyFor = ({ actor, network }: Caller): string =>
  actor.id === unauthenticated.id ? `network ${network}` : `account ${actor.id}`;

/** Counts every lookup, whatever it finds. */
export const limitLookups =
  (window: SlidingWindow): LookupLimit =>
  async (caller, look) => {
    const key = keyFor(caller);
    window.assertRoom(key);
    window.record(key);
    return look();
  };

const isGuess = (error: unknown): boolean =>
  isDomainError(error, 'not-found') || isDomainError(error, 'invalid-request');

/** Counts the lookups that find nothing. */
export const limitFailedLookups =
  (window: SlidingWindow): LookupLimit =>
  async (caller, look) => {
    const key = keyFor(caller);
    window.assertRoom(key);
    const [outcome] = await Promise.allSettled([look()]);
    // Guesses that ran at the same time count too, or a burst would get past the limit.
    window.assertRoom(key);
    if (outcome.status === 'fulfilled') return outcome.value;
    if (isGuess(outcome.reason)) window.record(key);
    throw outcome.reason;
  };

/** Counts every lookup of a guest, and those of callers with a role that find nothing. */
export const limitGuests = (window: SlidingWindow): LookupLimit => {
  const [ofGuests, ofOthers] = [limitLookups(window), limitFailedLookups(window)];
  return (caller, look) => (caller.actor.roles.length === 0 ? ofGuests : ofOthers)(caller, look);
};
