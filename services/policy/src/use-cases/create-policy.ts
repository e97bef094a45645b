import { decimalFaults } from '@staycover/api';
import { ConcurrentChange, inTransaction, type Work } from '@staycover/change';
import { assertOrganization, businessDate, type Context, DomainError, type Instant } from '@staycover/kernel';
import { creationFacts, type EnrolledPolicy } from '../db/enrolled-policies.ts';
import { policies } from '../db/policies.ts';
import { enrollments } from '../db/rows.ts';
import type { Statement } from '../domain/election.ts';
import { type BeyondLimit, enroll } from '../domain/enroll.ts';
import { type NewPolicy, newPolicy } from '../domain/new-policy.ts';
import { dayAfterTerm } from '../domain/policy.ts';
import { announcing } from '../events.ts';
import { type Locking, waiting } from './locking-organization.ts';
import { stateOwnElections } from './state-elections.ts';
import { rederivePolicies } from './store-policy.ts';

export type CreatePolicy = NewPolicy & {
  statement: Statement | undefined;
  /** When it was stated, if that was before now: what was stated since stands. */
  statedBefore?: Instant | undefined;
};

/** Creates a policy that a caller asks for. */
export const createPolicy = async (
  work: Work,
  context: Context,
  command: CreatePolicy,
  locking: Locking = waiting,
): Promise<EnrolledPolicy> => {
  const { organizationId, previousPolicyId, changes, currency } = command;
  assertOrganization(context.actor, organizationId);
  const faults = decimalFaults({ ...changes.details, coverage: changes.coverage }, currency);
  if (faults.length > 0) throw DomainError.invalid(faults);
  return inTransaction(work, async (tx) => {
    await (command.statement ? locking.organization : locking.shared)(tx, organizationId);
    if (previousPolicyId) await assertPrevious(tx, context, organizationId, previousPolicyId);
    const policy = await createElected(tx, context, command, 'refuse');
    if (!policy) throw new ConcurrentChange();
    return policy;
  });
};

const assertPrevious = async (tx: Work, context: Context, organizationId: string, id: string): Promise<void> => {
  const previous = await policies.find(tx, context.actor, id);
  if (previous?.organizationId === organizationId) return;
  throw DomainError.invalid([{ pointer: '/previousPolicyId', detail: 'must be a policy of the organization' }]);
};

/** Creates the policy of a closed deal under the id that the deal gave it, once however often it comes. */
export const createPolicyFromDeal = async (tx: Work, context: Context, command: CreatePolicy): Promise<void> => {
  if (command.statement && (await policies.find(tx, context.actor, command.id))) return;
  await createElected(tx, context, command, 'hold');
};

/** With elections of its own, others of the organization may follow from the properties that they bring. */
const createElected = async (
  tx: Work,
  context: Context,
  { statement, statedBefore, ...given }: CreatePolicy,
  beyondLimit: BeyondLimit,
): Promise<EnrolledPolicy | undefined> => {
  const elected = statement && (await stateOwnElections(tx, given, statement, context, { statedBefore }));
  const policy = await create(tx, context, given, beyondLimit);
  await rederivePolicies(tx, context, elected?.others);
  return policy;
};

/** Creates a policy, unless it is there; its organization is locked. */
const create = async (
  tx: Work,
  context: Context,
  given: NewPolicy,
  beyondLimit: BeyondLimit,
): Promise<EnrolledPolicy | undefined> => {
  const { isKnown, number, facts } = await creationFacts(tx, given);
  if (isKnown) return undefined;
  const decision = newPolicy(given, number, context);
  const course = { changes: [], base: null };
  const { termStart: from } = decision.state;
  const [today, endBefore] = [businessDate(context.now), dayAfterTerm(decision.state)];
  const enrolled = await enroll(decision, { facts, course, from, today, beyondLimit, endBefore });
  if (!(await policies.add(tx, context, announcing(enrolled.decision, [])))) throw new ConcurrentChange();
  await enrollments.put(tx, { policyId: given.id }, enrolled.changes);
  return { policy: enrolled.decision.state, enrollments: enrolled.rows };
};
