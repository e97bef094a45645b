import { inTransaction, type Target, type Work } from '@staycover/change';
import { assertVersion, businessDate, type Context } from '@staycover/kernel';
import { type EnrolledPolicy, enrollmentFacts } from '../db/enrolled-policies.ts';
import { lockOrganizationOf, policies } from '../db/policies.ts';
import { changesFor } from '../db/policy-changes.ts';
import { type Correction, correct } from '../domain/correct.ts';
import { endorsementOf } from '../domain/endorsement.ts';
import type { PolicyChanges } from '../domain/policy.ts';
import { withDecimals } from './change-policy.ts';
import { storeEnrolled } from './store-policy.ts';

export type CorrectPolicy = Target & {
  correction: Pick<Correction, 'effectiveFrom' | 'reason' | 'note' | 'status'>;
  changes: PolicyChanges;
};

/** Corrects the past of a policy, and with it what it covered. */
export const correctPolicy = (
  work: Work,
  context: Context,
  { id, ifMatch, correction, changes }: CorrectPolicy,
): Promise<EnrolledPolicy> =>
  inTransaction(work, async (tx) => {
    await lockOrganizationOf(tx, context.actor, id);
    const before = await policies.load(tx, context.actor, id);
    assertVersion(policies.resource, before.version, ifMatch);
    const { members = {} } = endorsementOf(before, changes, correction.effectiveFrom);
    const list = await changesFor(tx, before, correction.effectiveFrom, businessDate(context.now));
    const decision = withDecimals(correct(before, list, { ...correction, members }, context), changes);
    return storeEnrolled(tx, context, before, decision, await enrollmentFacts(tx, before));
  });
