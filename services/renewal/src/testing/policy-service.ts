import { Invoice, schemaExample } from '@staycover/api';
import { billingEvents, type CloudEvent, type DataOf, policyEvents, renewalEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import type { EventRecorder } from '@staycover/testing';

export type Policy = DataOf<typeof policyEvents.policyChanged>['policy'];
type Requested = DataOf<typeof renewalEvents.renewalRequested>;

const stamps = { 60: 'renewalNotice60SentAt', 30: 'renewalNotice30SentAt', 7: 'renewalNotice7SentAt' } as const;

const newPolicy = (changes: Partial<Policy>): Policy => ({
  ...policyEvents.policyStateExample,
  id: newId(),
  organizationId: 'acme',
  rateTableVersions: [],
  termStart: '2026-11-01',
  termEnd: '2027-10-31',
  version: 1,
  ...changes,
});

/**
 * The policy service as far as renewals see it, on the real NATS: it rechecks every request, renews once, answers
 * however often it is asked, and stamps notices and flags.
 */
export const policyStandIn = (events: EventRecorder) => {
  const policies = new Map<string, Policy>();
  const ahead = new Map<string, policyEvents.DatedChange[]>();
  let refusal: string | undefined;
  let silent = false;
  let held = false;

  const shownIn = (policy: Policy) => {
    const { id: policyId, organizationId, version } = policy;
    return { organizationId, version, policyId, policy, changesAhead: ahead.get(policyId) ?? [] };
  };
  const toState = (policy: Policy) => ({ ...shownIn(policy), change: null });

  const store = (policy: Policy, changes: Partial<Policy>): Policy => {
    const stored = { ...policy, ...changes, version: policy.version + 1 };
    policies.set(stored.id, stored);
    return stored;
  };

  const change = async (id: string, changes: Partial<Policy>): Promise<Policy> => {
    const stored = store(policies.get(id)!, changes);
    if (!held) await events.publish(policyEvents.policyChanged, toState(stored));
    return stored;
  };

  /** Refuses a renewal as its policy is now; the answer goes out when the result is called. */
  const refusing = (policyId: string, renewalId: string, reason: string) => {
    const data = { ...shownIn(policies.get(policyId)!), renewalId, reason };
    return () => events.publish(policyEvents.renewalRejected, data);
  };

  const answer = async ({ policyId, renewalId, ...asked }: Requested): Promise<unknown> => {
    if (silent) return undefined;
    const policy = policies.get(policyId)!;
    const renewed = { renewalId, previousTermEnd: asked.expectedTermEnd };
    if (policy.currentRenewalId === renewalId) {
      return events.publish(policyEvents.termRenewed, { ...toState(policy), ...renewed });
    }
    const reject = (reason: string) => refusing(policyId, renewalId, reason)();
    if (refusal) return reject(refusal);
    if (policy.termEnd !== asked.expectedTermEnd) return reject('The term has changed.');
    if (policy.status !== 'ACTIVE') return reject(`The policy is ${policy.status}.`);
    const stored = store(policy, {
      termStart: asked.newTermStart,
      termEnd: asked.newTermEnd,
      ratePerNight: asked.newRate,
      currentRenewalId: renewalId,
      renewalCount: policy.renewalCount + 1,
      renewalNotice60SentAt: null,
      renewalNotice30SentAt: null,
      renewalNotice7SentAt: null,
    });
    return events.publish(policyEvents.termRenewed, { ...toState(stored), ...renewed });
  };

  const hear = <Data extends { policyId: string }>(subject: string, listen: (data: Data) => Promise<unknown>) =>
    events.connection.subscribe(`${subject}.>`, {
      callback(_error, message) {
        const { data } = message.json<CloudEvent<Data>>();
        if (policies.has(data.policyId)) void listen(data);
      },
    });

  hear(renewalEvents.renewalRequested.subjectPrefix, answer);
  const stamp = async (policyId: string, changes: Partial<Policy>) => (silent ? undefined : change(policyId, changes));

  hear<DataOf<typeof renewalEvents.renewalNoticeDue>>(renewalEvents.renewalNoticeDue.subjectPrefix, (data) =>
    stamp(data.policyId, { [stamps[data.notice]]: data.dueAt }),
  );
  hear<DataOf<typeof renewalEvents.renewalManualReview>>(renewalEvents.renewalManualReview.subjectPrefix, (data) =>
    stamp(data.policyId, { renewalManualReviewFlaggedAt: data.flaggedAt }),
  );

  return {
    change,
    /** Records dated changes that are not in effect yet. */
    plan(id: string, changes: Pick<policyEvents.DatedChange, 'kind' | 'effectiveFrom' | 'members'>[]): Promise<Policy> {
      const rest = { status: null, reason: null, addedRates: [] };
      ahead.set(
        id,
        changes.map((one, i) => ({ ...rest, ...one, sequence: i + 2 })),
      );
      return change(id, {});
    },
    get: (id: string) => policies.get(id)!,
    async create(changes: Partial<Policy> = {}): Promise<Policy> {
      const policy = newPolicy(changes);
      policies.set(policy.id, policy);
      await events.publish(policyEvents.policyCreated, toState(policy));
      return policy;
    },
    refusing,
    beSilent: (yes: boolean) => void (silent = yes),
    /** Whether changes are kept without their events; those of later changes have them. */
    hold: (yes: boolean) => void (held = yes),
    refuse: (reason: string | undefined) => void (refusal = reason),
  };
};

const invoiceEvents = {
  SUSPENDED: billingEvents.invoiceSuspended,
  UNCOLLECTIBLE: billingEvents.invoiceUncollectible,
  PAID: billingEvents.invoicePaid,
  VOID: billingEvents.invoiceVoided,
} as const;

/** Publishes an invoice's state as the billing service would. */
export const publishInvoice = (
  events: EventRecorder,
  { organizationId, id: policyId }: Policy,
  { invoiceId, status, version }: { invoiceId: string; status: keyof typeof invoiceEvents; version: number },
): Promise<string> => {
  const { lineItems: _lines, ...state } = schemaExample(Invoice);
  const invoice = { ...state, id: invoiceId, organizationId, organizationPolicyId: policyId, status, version };
  return events.publish(invoiceEvents[status], { organizationId, version, invoiceId, policyId, invoice });
};
