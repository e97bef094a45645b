import { billingEvents, contractEvents, type DataOf, inboundEvents, renewalEvents } from '@staycover/events';
import { businessDate, rateFromNumber, systemActor } from '@staycover/kernel';
import { type HandlerContext, on, type Subscription } from '@staycover/messaging';
import { lockOrganization } from '../db/policies.ts';
import { movePolicy } from '../domain/policy.ts';
import { flagManualReview, stampNotice } from '../domain/renewal.ts';
import type { Context } from '../use-cases/commit-policy.ts';
import { createPolicyOfDeal } from '../use-cases/create-policy.ts';
import { followPolicy } from '../use-cases/follow-policy.ts';
import { followRenewal } from '../use-cases/follow-renewal.ts';
import { renewPolicy } from '../use-cases/renew-policy.ts';
import { stateElections } from '../use-cases/state-elections.ts';
import { policyChanges, statedElections, statementOf } from '../wire/bodies.ts';

const date = Temporal.PlainDate.from;
const instant = Temporal.Instant.from;

const as = (service: string, organizationId: string, { now, newId, traceparent }: HandlerContext): Context => ({
  actor: systemActor(service, organizationId),
  now,
  newId,
  traceparent,
});

const renewalSubscriptions: readonly Subscription[] = [
  on(renewalEvents.renewalScheduled, (tx, { data }, handling) =>
    followRenewal(tx, as('renewal', data.organizationId, handling), followed(data, true)),
  ),

  on(renewalEvents.renewalCancelled, (tx, { data }, handling) =>
    followRenewal(tx, as('renewal', data.organizationId, handling), followed(data, false)),
  ),

  on(renewalEvents.renewalRequested, (tx, { data }, handling) =>
    renewPolicy(tx, as('renewal', data.organizationId, handling), data.policyId, {
      renewalId: data.renewalId,
      expectedTermEnd: date(data.expectedTermEnd),
      newTermStart: date(data.newTermStart),
      newTermEnd: date(data.newTermEnd),
      // A rate that was to stay is the one of now: it may have been changed since the renewal was made.
      newRate:
        data.newRate === null || data.renewal.rateAdjustment?.reason === 'UNCHANGED'
          ? null
          : rateFromNumber(data.newRate),
    }),
  ),

  on(renewalEvents.renewalNoticeDue, (tx, { data }, handling) =>
    followPolicy(tx, as('renewal', data.organizationId, handling), data.policyId, (policy) =>
      stampNotice(policy, data.notice, date(data.termEnd), instant(data.dueAt)),
    ),
  ),

  on(renewalEvents.renewalManualReview, (tx, { data }, handling) =>
    followPolicy(tx, as('renewal', data.organizationId, handling), data.policyId, (policy) =>
      flagManualReview(policy, date(data.renewal.previousTermEnd), instant(data.flaggedAt)),
    ),
  ),
];

/** Everything that this service listens to. */
export const subscriptions = (config: { suspendCoverOnInvoiceSuspended: boolean }): Subscription[] => [
  on(contractEvents.dealClosed, async (tx, { data }, handling) => {
    const { organizationId, policyId, policyTerms } = data;
    const context = as('contract', organizationId, handling);
    const actor = { ...context.actor, id: data.contract.createdBy };
    await createPolicyOfDeal(
      tx,
      { ...context, actor },
      {
        id: policyId,
        organizationId,
        currency: policyTerms.currency,
        previousPolicyId: policyTerms.previousPolicyId ?? null,
        changes: policyChanges(policyTerms, actor.id),
        statement: statementOf(policyTerms),
      },
    );
  }),

  on(inboundEvents.coverageElectionChanged, async (tx, { data, time }, handling) => {
    const { organizationId, policyId } = data;
    await lockOrganization(tx, organizationId);
    await stateElections(tx, as('inbound', organizationId, handling), {
      ...statedElections(data.elections),
      organizationId,
      policyId: policyId?.toLowerCase() ?? null,
      statedAt: time ? earlier(instant(time), handling.now) : handling.now,
    });
  }),

  ...renewalSubscriptions,

  on(billingEvents.invoiceSuspended, async (tx, { data }, handling) => {
    if (!config.suspendCoverOnInvoiceSuspended) return;
    await followPolicy(tx, as('billing', data.organizationId, handling), data.policyId, (policy) =>
      policy.status === 'ACTIVE' ? movePolicy(policy, 'SUSPENDED', businessDate(handling.now)) : policy,
    );
  }),
];

type RenewalState = DataOf<typeof renewalEvents.renewalScheduled>;

const followed = ({ renewalId, policyId, version, renewal }: RenewalState, isOpen: boolean) => ({
  renewalId,
  policyId,
  version,
  previousTermEnd: date(renewal.previousTermEnd),
  isOpen,
});

const earlier = (a: Temporal.Instant, b: Temporal.Instant) => (Temporal.Instant.compare(a, b) <= 0 ? a : b);
