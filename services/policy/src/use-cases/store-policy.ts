import { ConcurrentChange, type Work } from '@staycover/change';
import { businessDate, type Context, type Decision, unchanged } from '@staycover/kernel';
import { type EnrolledPolicy, enrollmentFacts } from '../db/enrolled-policies.ts';
import { policies } from '../db/policies.ts';
import { enrollments } from '../db/rows.ts';
import {
  affectsEnrollments,
  type BeyondLimit,
  type EnrollmentEvent,
  type EnrollmentFacts,
  enroll,
} from '../domain/enroll.ts';
import type { Policy, PolicyDecision, PolicyEvent } from '../domain/policy.ts';

export type Rederive = {
  /** Elections or property facts changed, so that enrollments may even when the policy does not. */
  rederive?: boolean;
  beyondLimit?: BeyondLimit;
};

/** Stores a decision about a locked policy with the enrollments that follow from it. */
export const storeEnrolled = async (
  tx: Work,
  context: Context,
  before: Policy,
  decision: PolicyDecision,
  facts: EnrollmentFacts,
  { rederive = false, beyondLimit = 'hold' }: Rederive = {},
): Promise<EnrolledPolicy> => {
  if (!rederive && !affectsEnrollments(before, decision.state)) {
    return { policy: await store(tx, context, before, decision), enrollments: facts.enrolled };
  }
  const enrolled = enroll(decision, facts, businessDate(context.now), beyondLimit);
  const policy = await store(tx, context, before, enrolled.decision);
  await enrollments.put(tx, { policyId: policy.id }, enrolled.changes);
  return { policy, enrollments: enrolled.rows };
};

const store = async (
  tx: Work,
  context: Context,
  before: Policy,
  decision: Decision<Policy, PolicyEvent | EnrollmentEvent>,
): Promise<Policy> => {
  if (decision.events.length === 0) return keepNotes(tx, before, decision.state);
  const policy = await policies.replace(tx, context, before, decision);
  if (!policy) throw new ConcurrentChange();
  return policy;
};

const keepNotes = async (tx: Work, before: Policy, after: Policy): Promise<Policy> => {
  const isSame = before.nextChangeOn?.toString() === after.nextChangeOn?.toString();
  if (!isSame || before.enrollmentCount !== after.enrollmentCount) await policies.note(tx, after);
  return after;
};

/** Stores a decision about a locked policy; its enrollments are looked at only where they may follow. */
export const storePolicy = async (
  tx: Work,
  context: Context,
  before: Policy,
  decision: PolicyDecision,
): Promise<Policy> => {
  if (!affectsEnrollments(before, decision.state)) return store(tx, context, before, decision);
  const facts = await enrollmentFacts(tx, before);
  return (await storeEnrolled(tx, context, before, decision, facts)).policy;
};

/** Lets a policy follow what happened elsewhere; one that is not there has nothing to follow. */
export const followPolicy = async (
  tx: Work,
  context: Context,
  policyId: string,
  decide: (policy: Policy) => PolicyDecision,
): Promise<void> => {
  const policy = await policies.find(tx, context.actor, policyId);
  if (policy) await storePolicy(tx, context, policy, decide(policy));
};

/** Derives the enrollments of policies again, after something that they follow from has changed. */
export const rederivePolicies = async (
  tx: Work,
  context: Context,
  ids: readonly string[],
  beyondLimit: BeyondLimit,
): Promise<void> => {
  if (ids.length === 0) return;
  const found = await policies.select(tx, 'where t.id = any($1::uuid[]) order by t.id desc for update', [ids]);
  for (const policy of found) {
    const facts = await enrollmentFacts(tx, policy);
    await storeEnrolled(tx, context, policy, unchanged(policy), facts, { rederive: true, beyondLimit });
  }
};
