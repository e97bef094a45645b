import { projects } from '@staycover/change';
import type { Tx } from '@staycover/db';
import { billingEvents, type DataOf, policyEvents } from '@staycover/events';
import { type HandlerContext, on, type Subscription } from '@staycover/messaging';
import { renewablePolicies } from '../db/policies.ts';
import { rateOn } from '../domain/rate.ts';
import { completeRenewal, failRenewal, learnInvoice, learnPolicy } from '../use-cases/learn-policy.ts';
import { renewablePolicy } from '../wire.ts';

type PolicyData = Pick<DataOf<typeof policyEvents.policyChanged>, 'policy'>;
type InvoiceData = DataOf<typeof billingEvents.invoicePaid>;

const onPolicy = (tx: Tx, { data }: { data: PolicyData }, context: HandlerContext): Promise<void> =>
  learnPolicy(tx, renewablePolicy(data.policy), context);

const onInvoice = async (tx: Tx, { data }: { data: InvoiceData }, context: HandlerContext): Promise<void> => {
  const { invoiceId: id, policyId, version } = data;
  await learnInvoice(tx, { id, policyId, version, status: data.invoice.status }, context);
};

/** Everything that this service listens to. */
export const subscriptions: readonly Subscription[] = [
  // A new policy has no renewal that could follow from it.
  ...projects([policyEvents.policyCreated], renewablePolicies, ({ policy }) => renewablePolicy(policy)),
  on(policyEvents.policyChanged, onPolicy),
  on(policyEvents.policyStatusChanged, onPolicy),
  on(policyEvents.termRenewed, async (tx, event, context) => {
    await onPolicy(tx, event, context);
    const policy = renewablePolicy(event.data.policy);
    await completeRenewal(tx, event.data, rateOn(policy, policy.termStart), context);
  }),
  on(policyEvents.renewalRejected, async (tx, event, context) => {
    await onPolicy(tx, event, context);
    await failRenewal(tx, event.data, event.data.reason, context);
  }),
  on(billingEvents.invoiceSuspended, onInvoice),
  on(billingEvents.invoiceUncollectible, onInvoice),
  on(billingEvents.invoicePaid, onInvoice),
  on(billingEvents.invoiceVoided, onInvoice),
];
