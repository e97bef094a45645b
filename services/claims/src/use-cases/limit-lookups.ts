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

/** Counts the statements that are refused; what was stored is answered, whatever was refused meanwhile. */
export const limitRefused =
  (attempts: Attempts): LookupLimit =>
  async (caller, state) => {
    const key = keyFor(caller);
    attempts.assertRoom(key);
    try {
      return await state();
    } catch (error) {
      if (isGuess(error)) await attempts.record(key);
      throw error;
    }
  };

/** Counts the lookups that find nothing. */
export const limitFailedLookups =
  (attempts: Attempts): LookupLimit =>
  async (caller, look) => {
    const found = await limitRefused(attempts)(caller, look);
    // Guesses that ran at the same time count too, or a burst would get past the limit.
    attempts.assertRoom(keyFor(caller));
    return found;
  };

/** Counts every lookup of a guest, and those of callers with a role that find nothing. */
export const limitGuests = (attempts: Attempts): LookupLimit => {
  const [ofGuests, ofOthers] = [limitLookups(attempts), limitFailedLookups(attempts)];
  return (caller, look) => (caller.actor.roles.length === 0 ? ofGuests : ofOthers)(caller, look);
};
