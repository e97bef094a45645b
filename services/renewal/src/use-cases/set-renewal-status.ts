import type { Database } from '@staycover/db';
import type { Actor, Clock, NewId } from '@staycover/kernel';
import { lockRenewal } from '../db/renewals.ts';
import { type Move, move } from '../domain/move.ts';
import type { Renewal } from '../domain/renewal.ts';
import { saveSteps } from './save-steps.ts';

export type SetRenewalStatus = Move & {
  id: string;
  /** Sees the renewal before it is moved, to refuse a stale version. */
  check: (renewal: Renewal) => void;
};

/** Makes a person's move of a renewal. */
export const setRenewalStatus =
  ({ database, clock, newId }: { database: Database; clock: Clock; newId: NewId }) =>
  (actor: Actor, { id, check, ...wanted }: SetRenewalStatus): Promise<Renewal> =>
    database.transaction(async (tx) => {
      const now = clock();
      const renewal = await lockRenewal(tx, actor, id);
      check(renewal);
      const step = move(renewal, wanted, { actor: actor.id, now });
      if (!step) return renewal;
      await saveSteps(tx, [step], { now, newId });
      return step.renewal;
    });
