import { inTransaction, type Target, type Work } from '@staycover/change';
import { businessDate, type Context } from '@staycover/kernel';
import { type EnrolledPolicy, enrollmentFacts } from '../db/enrolled-policies.ts';
import { changesFor } from '../db/policy-changes.ts';
import { type Correction, correct } from '../domain/correct.ts';
import type { Statement } from '../domain/election.ts';
import { toEndorsement } from '../domain/endorse.ts';
import type { PolicyChanges } from '../domain/policy.ts';
import { assertFits } from './assert-fits.ts';
import { handOverAgain } from './hand-over.ts';
import { loadToday } from './load-today.ts';
import { type Locking, waiting } from './locking-organization.ts';
import { stateOwnElections } from './state-elections.ts';
import { rederiveOthers, storeEnrolled } from './store-policy.ts';

export type CorrectPolicy = Target & {
  correction: Pick<Correction, 'effectiveFrom' | 'reason' | 'note' | 'status'>;
  changes: PolicyChanges;
  statement: Statement | undefined;
};

/** Corrects the past of a policy, including its cover. */
export const correctPolicy = (
  work: Work,
  asked: Context,
  { id, ifMatch, correction, changes, statement }: CorrectPolicy,
  locking: Locking = waiting,
): Promise<EnrolledPolicy> =>
  inTransaction(work, async (tx) => {
    await locking.policy(tx, asked.actor, id);
    const { before, context } = await loadToday(tx, asked, { id, ifMatch });
    const { members = {} } = toEndorsement(before, changes, correction.effectiveFrom);
    const list = await changesFor(tx, before, correction.effectiveFrom, businessDate(context.now));
    const elected =
      statement &&
      (await stateOwnElections(tx, before, statement, context, { correctedFrom: correction.effectiveFrom }));
    const corrected = { ...correction, members, corrects: elected?.from !== undefined };
    const decision = await assertFits(correct(before, list, corrected, context), changes, list, context);
    const facts = await enrollmentFacts(tx, before);
    const stored = await storeEnrolled(tx, context, before, decision, facts, {
      from: elected?.from,
      beyondLimit: statement ? 'refuse' : 'hold',
    });
    return handOverAgain(tx, context, before, await rederiveOthers(tx, context, stored, elected?.others));
  });
