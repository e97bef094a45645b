import { decimalFaults } from '@staycover/api';
import type { Tx } from '@staycover/db';
import { businessDate, type Currency, DomainError, mayAccess } from '@staycover/kernel';
import { exists, findAndLock, lockOrganization, nextReference } from '../db/policies.ts';
import type { Statement } from '../domain/election.ts';
import { newTerms, type Policy, type PolicyChanges } from '../domain/policy.ts';
import { newDetails } from '../domain/policy-details.ts';
import { type Commit, type Context, commitNewPolicy, rederivePolicies } from './commit-policy.ts';
import { stateOwnElections } from './state-elections.ts';

export type CreatePolicy = {
  id: string;
  organizationId: string;
  currency?: Currency | undefined;
  previousPolicyId: string | null;
  changes: PolicyChanges;
  statement: Statement | undefined;
};

/** Creates a policy that a caller asks for. */
export const createPolicy = async (tx: Tx, context: Context, command: CreatePolicy): Promise<Policy> => {
  const { organizationId, previousPolicyId, changes, currency = 'USD' } = command;
  if (!mayAccess(context.actor, organizationId)) throw DomainError.notFound('organization', organizationId);
  const faults = decimalFaults({ ...changes.details, coverage: changes.coverage }, currency);
  if (faults.length > 0) throw DomainError.invalid(faults);
  await lockOrganization(tx, organizationId);
  const previous = previousPolicyId && (await findAndLock(tx, context.actor, previousPolicyId));
  if (previousPolicyId && (!previous || previous.organizationId !== organizationId)) {
    throw DomainError.invalid([{ pointer: '/previousPolicyId', detail: 'must be a policy of the organization' }]);
  }
  return create(tx, context, command, 'refuse');
};

/** Creates the policy of a closed deal under the id that the deal gave it, once however often it is told. */
export const createPolicyOfDeal = async (tx: Tx, context: Context, command: CreatePolicy): Promise<void> => {
  await lockOrganization(tx, command.organizationId);
  if (!(await exists(tx, command.id))) await create(tx, context, command, 'hold');
};

const create = async (
  tx: Tx,
  context: Context,
  { id, organizationId, currency = 'USD', previousPolicyId, changes, statement }: CreatePolicy,
  beyondLimit: Commit['beyondLimit'],
): Promise<Policy> => {
  const { actor, now } = context;
  const terms = newTerms(changes.terms, businessDate(now));
  const noElections = { elections: [], properties: [] };
  const { others } = await stateOwnElections(tx, { id, organizationId }, statement ?? noElections, context);
  const policyReference = await nextReference(tx, now);
  const policy = await commitNewPolicy(
    tx,
    context,
    {
      ...terms,
      id,
      organizationId,
      policyReference,
      status: 'PENDING',
      currency,
      coverageEndsOn: null,
      details: newDetails(policyReference, changes.details, changes.coverage),
      previousPolicyId,
      supersededByPolicyId: null,
      currentRenewalId: null,
      termRenewalId: null,
      renewalNotice60SentAt: null,
      renewalNotice30SentAt: null,
      renewalNotice7SentAt: null,
      renewalManualReviewFlaggedAt: null,
      renewalCount: 0,
      enrollmentVersion: 1,
      createdBy: actor.id,
      createdDate: now,
      lastModifiedBy: actor.id,
      lastModifiedDate: now,
      version: 1,
    },
    { beyondLimit },
  );
  await rederivePolicies(tx, context, others, { beyondLimit: 'hold' });
  return policy;
};
