import { decimalFaults } from '@staycover/api';
import { type Database, inTransaction, type Target, type Work } from '@staycover/change';
import { assertVersion, businessDate, type Context, DomainError } from '@staycover/kernel';
import { type EnrolledPolicy, enrollmentFacts, loadEnrolled } from '../db/enrolled-policies.ts';
import { openRenewalAfter } from '../db/followed-renewals.ts';
import { lockOrganizationOf, policies } from '../db/policies.ts';
import type { Statement } from '../domain/election.ts';
import { affectsEnrollments } from '../domain/enroll.ts';
import {
  changePolicy,
  movePolicy,
  type Policy,
  type PolicyChanges,
  type PolicyDecision,
  type PolicyStatus,
  supersede,
  supersedes,
  type Term,
} from '../domain/policy.ts';
import { currentRenewal } from '../domain/renewal.ts';
import { stateOwnElections } from './state-elections.ts';
import { rederivePolicies, storeEnrolled, storePolicy } from './store-policy.ts';

export type UpdatePolicy = Target & { changes: PolicyChanges; statement: Statement | undefined };

/** Changes what the command provides of a policy, its own elections included. */
export const updatePolicy = async (
  database: Database,
  context: Context,
  command: UpdatePolicy,
): Promise<EnrolledPolicy> => {
  const { changes, statement } = command;
  const decide = (policy: Policy, earlier: readonly Term[]) =>
    withDecimals(changePolicy(policy, changes, earlier), changes);
  const alone = statement ? undefined : await changeAlone(database, context, command, decide);
  return alone ?? inTransaction(database, (tx) => updateEnrolled(tx, context, command));
};

/**
 * Changes a policy by one read and one statement. Undefined, and nothing done, when its enrollments or another policy may
 * follow, which takes a lock, or when another change came first.
 */
const changeAlone = async (
  database: Database,
  context: Context,
  { id, ifMatch }: Target,
  decide: (policy: Policy, earlier: readonly Term[]) => PolicyDecision,
): Promise<EnrolledPolicy | undefined> => {
  const { policy: before, earlier, enrollments } = await loadEnrolled(database, context.actor, id);
  assertVersion(policies.resource, before.version, ifMatch);
  const decision = decide(before, earlier);
  if (affectsEnrollments(before, decision.state) || supersedes(before, decision.state)) return undefined;
  const policy = await policies.replace(database, context, before, decision);
  return policy && { policy, enrollments };
};

const updateEnrolled = async (
  tx: Work,
  context: Context,
  { id, ifMatch, changes, statement }: UpdatePolicy,
): Promise<EnrolledPolicy> => {
  if (statement) await lockOrganizationOf(tx, context.actor, id);
  const before = await policies.load(tx, context.actor, id);
  assertVersion(policies.resource, before.version, ifMatch);
  const elected = statement && (await stateOwnElections(tx, before, statement, context));
  const facts = await enrollmentFacts(tx, before);
  const termEnd = changes.terms.termEnd ?? before.termEnd;
  const renewal = termEnd.equals(before.termEnd)
    ? before.currentRenewalId
    : currentRenewal(before, await openRenewalAfter(tx, id, termEnd));
  const decision = withDecimals(changePolicy(before, changes, facts.earlier, renewal), changes);
  const stored = await storeEnrolled(tx, context, before, decision, facts, {
    rederive: elected?.changed ?? false,
    beyondLimit: statement ? 'refuse' : 'hold',
  });
  await rederivePolicies(tx, context, elected?.others ?? [], 'hold');
  return stored;
};

const withDecimals = (decision: PolicyDecision, changes: PolicyChanges): PolicyDecision => {
  if (!changes.coverage && changes.details.selectedSelfCoverage === undefined) return decision;
  const faults = decimalFaults(decision.state.details, decision.state.currency);
  if (faults.length > 0) throw DomainError.invalid(faults);
  return decision;
};

/** Moves a policy to another state; the one it replaces is superseded once it becomes ACTIVE. */
export const setPolicyStatus = async (
  database: Database,
  context: Context,
  command: Target & { status: PolicyStatus },
): Promise<EnrolledPolicy> => {
  const today = businessDate(context.now);
  const decide = (policy: Policy) => movePolicy(policy, command.status, today);
  const alone = await changeAlone(database, context, command, decide);
  return alone ?? inTransaction(database, (tx) => moveEnrolled(tx, context, command, decide));
};

const moveEnrolled = async (
  tx: Work,
  context: Context,
  { id, ifMatch }: Target,
  decide: (policy: Policy) => PolicyDecision,
): Promise<EnrolledPolicy> => {
  const before = await policies.load(tx, context.actor, id);
  assertVersion(policies.resource, before.version, ifMatch);
  const decision = decide(before);
  const facts = await enrollmentFacts(tx, before);
  const stored = await storeEnrolled(tx, context, before, decision, facts);
  if (supersedes(before, stored.policy)) await supersedePrevious(tx, context, stored.policy);
  return stored;
};

const supersedePrevious = async (tx: Work, context: Context, successor: Policy): Promise<void> => {
  const previous = await policies.find(tx, context.actor, successor.previousPolicyId!);
  if (!previous || previous.organizationId !== successor.organizationId) return;
  await storePolicy(tx, context, previous, supersede(previous, successor, businessDate(context.now)));
};
