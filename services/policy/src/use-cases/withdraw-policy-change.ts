import type { Database, Target } from '@staycover/change';
import type { Context } from '@staycover/kernel';
import { type EnrolledPolicy, enrollmentFacts } from '../db/enrolled-policies.ts';
import { allChanges } from '../db/policy-changes.ts';
import { withdrawChange } from '../domain/withdraw-change.ts';
import { assertPublishable } from './assert-fits.ts';
import { handOverAgain } from './hand-over.ts';
import { loadToday } from './load-today.ts';
import { lockingOrganization } from './locking-organization.ts';
import { storeEnrolled } from './store-policy.ts';

/** Takes back a change that is ahead. */
export const withdrawPolicyChange = (
  database: Database,
  asked: Context,
  { id, ifMatch, sequence }: Target & { sequence: number },
): Promise<EnrolledPolicy> =>
  lockingOrganization(database, asked, id, async (tx) => {
    const { before, context } = await loadToday(tx, asked, { id, ifMatch });
    const changes = await allChanges(tx, id);
    const decision = await assertPublishable(withdrawChange(before, changes, sequence, context), changes, context);
    const stored = await storeEnrolled(tx, context, before, decision, await enrollmentFacts(tx, before));
    return handOverAgain(tx, context, before, stored);
  });
