import { type EventOf, handles, handlesTogether, projects, type Subscription, type Work } from '@staycover/change';
import { billingEvents, contractEvents, type DataOf, inboundEvents, renewalEvents } from '@staycover/events';
import { businessDate, type Context, calendarDate, rateFromNumber, statedTime } from '@staycover/kernel';
import { type ContractNotice, contractNotices, isTerminated } from '../db/contract-notices.ts';
import { type FollowedRenewal, followedRenewals } from '../db/followed-renewals.ts';
import { lockOrganization, organizationLock, suspendedByInvoices } from '../db/policies.ts';
import { policyInvoices } from '../db/policy-invoices.ts';
import { flagManualReview, stampNotice } from '../domain/renewal.ts';
import { createPolicyFromDeal } from '../use-cases/create-policy.ts';
import { followInvoice } from '../use-cases/follow-invoice.ts';
import { followRenewal } from '../use-cases/follow-renewal.ts';
import { cancelContractPolicies, cancelNewPolicy } from '../use-cases/follow-termination.ts';
import { renewPolicy } from '../use-cases/renew-policy.ts';
import type { MoveRules } from '../use-cases/set-policy-status.ts';
import { stateElections } from '../use-cases/state-elections.ts';
import { followPolicy } from '../use-cases/store-policy.ts';
import { statedElections, toNewPolicy, toStatement } from '../wire/bodies.ts';

const instant = Temporal.Instant.from;
const { invoiceSuspended, invoiceUncollectible, invoicePaid, invoiceVoided } = billingEvents;

const aboutPolicy = { about: ({ data }: { data: { policyId: string } }) => data.policyId };

/** Of the events of an organization that need its lock, one at a time waits for it, with a connection. */
const ONE_WAITS = { ordered: true };

type WithRequest = typeof renewalEvents.renewalScheduled | typeof renewalEvents.renewalNoticeDue;

/** What comes with a request is left to its answer: so the policy is changed once. */
const unlessRequested = <E extends WithRequest>(
  event: E,
  handle: (tx: Work, event: EventOf<E>, context: Context) => Promise<void>,
): Subscription[] =>
  projects([event], followedRenewals, (data) => (data.withRequest ? undefined : scheduled(data)), {
    ...aboutPolicy,
    where: 'r.renewal_id is not null',
    handle,
  });

const renewalSubscriptions: readonly Subscription[] = [
  ...unlessRequested(renewalEvents.renewalScheduled, (tx, { data }, context) =>
    followRenewal(tx, context, scheduled(data)),
  ),

  handlesTogether(
    renewalEvents.renewalCancelled,
    (tx, { data }, context) =>
      followRenewal(tx, context, { ...scheduled(data), isOpen: false, withPolicy: data.withPolicy ?? false }),
    aboutPolicy,
  ),

  handlesTogether(
    renewalEvents.renewalRequested,
    (tx, { data }, context) =>
      renewPolicy(tx, context, data.policyId, {
        renewalId: data.renewalId,
        version: data.version,
        expectedTermEnd: calendarDate(data.expectedTermEnd),
        newTermStart: calendarDate(data.newTermStart),
        newTermEnd: calendarDate(data.newTermEnd),
        // Only a rate set by a person counts: others derive from the policy, which may have changed since.
        newRate:
          data.newRate === null || data.renewal.rateAdjustment?.reason !== 'MANUAL'
            ? null
            : rateFromNumber(data.newRate),
        noticeDue: data.noticeDue ? { notice: data.noticeDue, dueAt: instant(data.renewal.lastModifiedDate) } : null,
      }),
    aboutPolicy,
  ),

  ...unlessRequested(renewalEvents.renewalNoticeDue, (tx, { data }, context) => {
    const due = { notice: data.notice, dueAt: instant(data.dueAt) };
    return followPolicy(tx, context, data.policyId, (policy) => stampNotice(policy, due, calendarDate(data.termEnd)));
  }),

  handlesTogether(
    renewalEvents.renewalManualReview,
    (tx, { data }, context) =>
      followPolicy(tx, context, data.policyId, (policy) =>
        flagManualReview(policy, calendarDate(data.renewal.previousTermEnd), instant(data.flaggedAt)),
      ),
    aboutPolicy,
  ),
];

const onDeal = async (tx: Work, { data }: { data: DataOf<typeof contractEvents.dealClosed> }, context: Context) => {
  const actor = { ...context.actor, id: data.contract.createdBy };
  const isNewest = await contractNotices.put(tx, toNotice(data));
  const given = { ...data.policyTerms, organizationId: data.organizationId };
  const command = toNewPolicy(given, data.policyId, actor.id);
  const statedBefore = instant(data.contract.createdDate);
  await createPolicyFromDeal(tx, { ...context, actor }, { ...command, statedBefore });
  if (!isNewest && (await isTerminated(tx, data.contractId, data.organizationId)))
    await cancelNewPolicy(tx, context, data.policyId);
};

type Rules = Pick<MoveRules, 'suspendsUnpaid'>;

/** Everything that this service listens to. */
export const subscriptions = (rules: Rules): Subscription[] => [
  handlesTogether(contractEvents.dealClosed, onDeal, {
    lock: organizationLock('e.organization_id'),
    apart: {
      is: ({ data }) => toStatement(data.policyTerms) !== undefined,
      async handle(tx, event, context) {
        await lockOrganization(tx, event.data.organizationId);
        await onDeal(tx, event, context);
      },
    },
  }),

  ...projects([contractEvents.contractChanged], contractNotices, toNotice),

  handles(
    contractEvents.contractStatusChanged,
    async (tx, { data }, context) => {
      await contractNotices.put(tx, toNotice(data));
      const { status, lastModifiedDate } = data.contract;
      if (status === 'TERMINATED')
        await cancelContractPolicies(tx, context, { ...data, terminatedAt: instant(lastModifiedDate) });
    },
    ONE_WAITS,
  ),

  handles(
    inboundEvents.coverageElectionChanged,
    async (tx, { data, time }, context) => {
      const { organizationId, policyId } = data;
      await lockOrganization(tx, organizationId);
      await stateElections(tx, context, {
        ...statedElections(data.elections),
        organizationId,
        policyId: policyId?.toLowerCase() ?? null,
        statedAt: statedTime(time, context.cameAt),
        cameOn: businessDate(context.cameAt),
      });
    },
    ONE_WAITS,
  ),

  ...renewalSubscriptions,

  ...invoiceSubscriptions(rules),
];

/** An invoice that is SUSPENDED concerns its policy, any other one a policy that one has suspended. */
const invoiceSubscriptions = (rules: Rules): Subscription[] => {
  const handle = (tx: Work, { data, time }: InvoiceEvent, context: Context): Promise<void> =>
    followInvoice(tx, context, toInvoice(data), {
      suspendsUnpaid: rules.suspendsUnpaid,
      at: time ? instant(time) : context.now,
    });
  return [
    handlesTogether(invoiceSuspended, handle, aboutPolicy),
    ...projects([invoiceUncollectible, invoicePaid, invoiceVoided], policyInvoices, toInvoice, {
      ...aboutPolicy,
      where: suspendedByInvoices('r.policy_id'),
      handle,
    }),
  ];
};

type ContractState = Pick<DataOf<typeof contractEvents.contractChanged>, 'contractId' | 'version' | 'contract'>;

const toNotice = ({ contractId, version, contract }: ContractState): ContractNotice => ({
  contractId,
  organizationId: contract.organizationId,
  version,
  noticeDays: contract.cancellationNoticeDays,
  insuredName: contract.legalBusinessName,
  insuredAddress: contract.legalRegisteredAddress,
  isTerminated: contract.status === 'TERMINATED',
});

type InvoiceEvent = { data: DataOf<typeof invoicePaid>; time?: string | undefined };

const toInvoice = ({ invoiceId, policyId, version, invoice }: InvoiceEvent['data']) => ({
  invoiceId,
  policyId,
  version,
  status: invoice.status,
});

type RenewalState = Pick<
  DataOf<typeof renewalEvents.renewalScheduled>,
  'renewalId' | 'policyId' | 'version' | 'renewal'
>;

const scheduled = ({ renewalId, policyId, version, renewal }: RenewalState): FollowedRenewal => ({
  renewalId,
  policyId,
  version,
  previousTermEnd: calendarDate(renewal.previousTermEnd),
  isOpen: true,
  withPolicy: false,
});
