import { decimalFaults } from '@staycover/api';
import { ConcurrentChange, inTransaction, type Work } from '@staycover/change';
import { assertOrganization, businessDate, type Context, DomainError } from '@staycover/kernel';
import { type EnrolledPolicy, enrollmentFacts } from '../db/enrolled-policies.ts';
import { policies, startPolicy } from '../db/policies.ts';
import { enrollments } from '../db/rows.ts';
import type { Statement } from '../domain/election.ts';
import { type BeyondLimit, enroll } from '../domain/enroll.ts';
import { type NewPolicy, newPolicy } from '../domain/new-policy.ts';
import { announcing } from '../events.ts';
import { stateOwnElections } from './state-elections.ts';
import { rederivePolicies } from './store-policy.ts';

export type CreatePolicy = NewPolicy & { statement: Statement | undefined };

/** Creates a policy that a caller asks for. */
export const createPolicy = async (work: Work, context: Context, command: CreatePolicy): Promise<EnrolledPolicy> => {
  const { id, organizationId, previousPolicyId, changes, currency } = command;
  assertOrganization(context.actor, organizationId);
  const faults = decimalFaults({ ...changes.details, coverage: changes.coverage }, currency);
  if (faults.length > 0) throw DomainError.invalid(faults);
  return inTransaction(work, async (tx) => {
    const { number } = await startPolicy(tx, organizationId, id);
    if (previousPolicyId) await assertPrevious(tx, context, organizationId, previousPolicyId);
    return create(tx, context, command, number, 'refuse');
  });
};

const assertPrevious = async (tx: Work, context: Context, organizationId: string, id: string): Promise<void> => {
  const previous = await policies.find(tx, context.actor, id);
  if (previous?.organizationId === organizationId) return;
  throw DomainError.invalid([{ pointer: '/previousPolicyId', detail: 'must be a policy of the organization' }]);
};

/** Creates the policy of a closed deal under the id that the deal gave it, once however often it comes. */
export const createPolicyOfDeal = async (tx: Work, context: Context, command: CreatePolicy): Promise<void> => {
  const { number, isKnown } = await startPolicy(tx, command.organizationId, command.id);
  if (!isKnown) await create(tx, context, command, number, 'hold');
};

const create = async (
  tx: Work,
  context: Context,
  { statement, ...given }: CreatePolicy,
  number: bigint,
  beyondLimit: BeyondLimit,
): Promise<EnrolledPolicy> => {
  const decision = newPolicy(given, number, context);
  const elected = statement && (await stateOwnElections(tx, given, statement, context));
  const facts = await enrollmentFacts(tx, given, true);
  const course = { changes: [], base: null };
  const { termStart: from, termEnd } = decision.state;
  const [today, endBefore] = [businessDate(context.now), termEnd.add({ days: 1 })];
  const enrolled = enroll(decision, { facts, course, from, today, beyondLimit, endBefore });
  if (!(await policies.add(tx, context, announcing(enrolled.decision, [])))) throw new ConcurrentChange();
  await enrollments.put(tx, { policyId: given.id }, enrolled.changes);
  await rederivePolicies(tx, context, elected?.others, 'hold');
  return { policy: enrolled.decision.state, enrollments: enrolled.rows };
};
