import { type Actor, isDomainError, unauthenticated } from '@staycover/kernel';
import type { Attempts } from '../adapters/attempts.ts';

/** Who looks up, and from which network. */
export type Caller = { actor: Actor; network: string };

/** Runs a lookup for a caller within the limit of attempts. */
export type LookupLimit = <T>(caller: Caller, look: () => Promise<T>) => Promise<T>;

/** Accounts count for themselves, wherever they call from; everybody else counts by network. */
const keyFor = ({ actor, network }: Caller): string =>
  actor.id === unauthenticated.id ? `network ${network}` : `account ${actor.id}`;

/** Counts every lookup, whatever it finds. */
export const limitLookups =
  (attempts: Attempts): LookupLimit =>
  async (caller, look) => {
    await attempts.record(keyFor(caller));
    return look();
  };

const isGuess = (error: unknown): boolean =>
  isDomainError(error, 'not-found') || isDomainError(error, 'invalid-request');

/** Counts the lookups that find nothing. */
export const limitFailedLookups =
  (attempts: Attempts): LookupLimit =>
  async (caller, look) => {
    const key = keyFor(caller);
    attempts.assertRoom(key);
    const [outcome] = await Promise.allSettled([look()]);
    // Guesses that ran at the same time count too, or a burst would get past the limit.
    attempts.assertRoom(key);
    if (outcome.status === 'fulfilled') return outcome.value;
    if (isGuess(outcome.reason)) await attempts.record(key);
    throw outcome.reason;
  };

/** Counts every lookup of a guest, and those of callers with a role that find nothing. */
export const limitGuests = (attempts: Attempts): LookupLimit => {
  const [ofGuests, ofOthers] = [limitLookups(attempts), limitFailedLookups(attempts)];
  return (caller, look) => (caller.actor.roles.length === 0 ? ofGuests : ofOthers)(caller, look);
};
