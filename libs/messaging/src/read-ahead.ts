import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long an event stays away that is given back: at once it would come back to whoever gives it. */
export const GIVEN_BACK_MS = 200;

/**
 * Has a loop read all that has come, before its messages are closed: what it has not read then is forgotten, and comes
 * again only when its time to be acknowledged is over. The loop must wait for nothing else.
 */
export const readAll = (): Promise<void> => nextTurn();
