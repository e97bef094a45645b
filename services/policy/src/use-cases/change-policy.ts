import { decimalFaults } from '@staycover/api';
import type { Tx } from '@staycover/db';
import { businessDate, DomainError, isId } from '@staycover/kernel';
import { openRenewalAfter } from '../db/followed-renewals.ts';
import { earlierTerms, findAndLock, headOf, lockOrganization, lockPolicy } from '../db/policies.ts';
import type { Statement } from '../domain/election.ts';
import {
  changePolicy,
  movePolicy,
  type Policy,
  type PolicyChanges,
  type PolicyStatus,
  supersede,
} from '../domain/policy.ts';
import { showRenewal } from '../domain/renewal.ts';
import { type Context, commitPolicy, rederivePolicies } from './commit-policy.ts';
import { stateOwnElections } from './state-elections.ts';

export type Change = {
  id: string;
  /** Sees the policy before it is changed, to refuse a stale version. */
  check: (policy: Policy) => void;
};

export type UpdatePolicy = Change & { changes: PolicyChanges; statement: Statement | undefined };

/** Changes what the command provides of a policy, its own elections included. */
export const updatePolicy = async (tx: Tx, context: Context, command: UpdatePolicy): Promise<Policy> => {
  const { id, check, changes, statement } = command;
  if (statement) await lockOrganization(tx, (await headOf(tx, context.actor, id)).organizationId);
  const stored = await lockPolicy(tx, context.actor, id);
  check(stored);
  const earlier = await earlierTerms(tx, stored.id);
  const changed = changePolicy(stored, changes, earlier);
  const decided = changed.termEnd.equals(stored.termEnd)
    ? changed
    : showRenewal(changed, await openRenewalAfter(tx, stored.id, changed.termEnd));
  assertDecimals(decided, changes);
  const elected = statement && (await stateOwnElections(tx, stored, statement, context));
  const { policy } = await commitPolicy(tx, context, stored, decided, {
    earlier,
    rederive: elected?.changed ?? false,
    beyondLimit: statement ? 'refuse' : 'hold',
  });
  await rederivePolicies(tx, context, elected?.others ?? [], { beyondLimit: 'hold' });
  return policy;
};

const assertDecimals = ({ details, currency }: Policy, changes: PolicyChanges): void => {
  if (!changes.coverage && changes.details.selectedSelfCoverage === undefined) return;
  const faults = decimalFaults(details, currency);
  if (faults.length > 0) throw DomainError.invalid(faults);
};

/** Moves a policy to another state; the one it replaces is superseded once it becomes ACTIVE. */
export const setPolicyStatus = async (
  tx: Tx,
  context: Context,
  { id, check, status }: Change & { status: PolicyStatus },
): Promise<Policy> => {
  const today = businessDate(context.now);
  const stored = await lockPolicy(tx, context.actor, id);
  check(stored);
  const { policy, changed } = await commitPolicy(tx, context, stored, movePolicy(stored, status, today), {
    beyondLimit: 'hold',
  });
  if (changed && status === 'ACTIVE' && policy.previousPolicyId) {
    await supersedePrevious(tx, context, policy, policy.previousPolicyId);
  }
  return policy;
};

const supersedePrevious = async (
  tx: Tx,
  context: Context,
  successor: Policy,
  previousPolicyId: string,
): Promise<void> => {
  const previous = isId(previousPolicyId) ? await findAndLock(tx, context.actor, previousPolicyId) : null;
  if (!previous || previous.organizationId !== successor.organizationId) return;
  await commitPolicy(tx, context, previous, supersede(previous, successor, businessDate(context.now)), {
    beyondLimit: 'hold',
  });
};
