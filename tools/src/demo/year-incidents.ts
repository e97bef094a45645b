import type { Resource } from '@staycover/client';
import type { Customers, Invoice, YearStage } from './year-stage.ts';

type Payment = Resource<'Payment'>;
type Incident = {
  customer: number;
  play: (stage: YearStage, policyId: string, invoices: Invoice[]) => Promise<string>;
};

/** What does not go smoothly, by the month in which it happens, counted from 0. */
const INCIDENTS: Readonly<Record<number, readonly Incident[]>> = {
  3: [cancelling(11), cancelling(31), cancelling(51), refunding(12, 'CREDIT'), refunding(13, 'GOODWILL')],
  4: [
    { customer: 16, play: disputed('needs_response', 'is asked back by the bank') },
    { customer: 26, play: disputed('needs_response', 'is asked back by the bank') },
  ],
  5: [
    { customer: 15, play: returnPayment },
    { customer: 16, play: disputed('lost', 'is taken back by the bank') },
    { customer: 26, play: disputed('won', 'the bank decides that it stays') },
  ],
  6: [cancelling(12), refunding(22, 'CREDIT'), cancelling(71)],
  9: [{ customer: 99, play: giveUp }],
};

/** Plays the incidents of a month besides billing and payments; returns one line each. */
export const playIncidents = async (stage: YearStage, customers: Customers, month: number): Promise<string[]> => {
  const incidents = INCIDENTS[month] ?? [];
  const invoices = incidents.length > 0 ? await stage.invoices() : [];
  const lines: string[] = [];
  for (const { customer, play } of incidents) {
    const [policyId] = [...customers].find(([, number]) => number === customer)!;
    const own = invoices.filter(({ organizationPolicyId }) => organizationPolicyId === policyId);
    lines.push(`Policy ${customer}: ${await play(stage, policyId, own)}`);
  }
  return lines;
};

function cancelling(customer: number): Incident {
  return {
    customer,
    play: async (stage, policyId) => {
      await stage.call('PATCH', `/api/policy/${policyId}/status`, 200, { status: 'CANCELLED' });
      return 'cancelled; what is billed beyond today comes back';
    },
  };
}

/** The newest payment that has paid of invoices. */
const lastPayment = async ({ reading }: YearStage, invoices: readonly Invoice[]): Promise<Payment> => {
  const paid = invoices.filter(({ amountPaid }) => amountPaid > 0).at(-1);
  if (!paid) throw new Error('Nothing was paid that could go back.');
  const payments = await reading.list<Payment>(`/api/payment?invoiceId=${paid.id}`);
  return payments.findLast(({ status }) => status === 'RECEIVED')!;
};

const REFUND = 1_000;

function refunding(customer: number, reason: 'CREDIT' | 'GOODWILL'): Incident {
  return {
    customer,
    play: async (stage, _policyId, invoices) => {
      const { id, paymentReference } = await lastPayment(stage, invoices);
      await stage.call('POST', `/api/payment/${id}/refunds`, 201, { amountPennies: REFUND, reason });
      return `10.00 of ${paymentReference} paid back, ${reason === 'CREDIT' ? 'until a credit meets it' : 'as goodwill'}`;
    },
  };
}

async function returnPayment(stage: YearStage, _policyId: string, invoices: readonly Invoice[]): Promise<string> {
  const { id, paymentReference, amount } = await lastPayment(stage, invoices);
  await stage.call('POST', `/api/payment/${id}/reverse`, 200, { reason: 'The bank returned it' });
  return `${paymentReference} of ${amount} returned by the bank`;
}

/** A dispute of the newest payment that came through Stripe. */
function disputed(status: 'needs_response' | 'won' | 'lost', what: string): Incident['play'] {
  return async ({ stripe, reading, organizationId }, _policyId, invoices) => {
    if (!stripe) return 'paid by itself: no Stripe is here to dispute at';
    const own = new Set(invoices.map(({ id }) => id));
    const payments = await reading.list<Payment>(`/api/payment?organizationId=${organizationId}&limit=500`);
    const isOwn = ({ allocations }: Payment) => allocations.some(({ invoiceId }) => own.has(invoiceId));
    const wanted = status === 'needs_response' ? 'RECEIVED' : 'DISPUTED';
    const payment = payments.findLast((one) => one.paymentProviderIntentId && one.status === wanted && isOwn(one));
    if (!payment) throw new Error('Nothing was paid at Stripe that a bank could ask back.');
    await stripe.dispute(payment, status);
    return `${payment.paymentReference} of ${payment.amount} ${what}`;
  };
}

async function giveUp(stage: YearStage, _policyId: string, invoices: readonly Invoice[]): Promise<string> {
  const open = invoices.filter(({ status }) => status === 'PAST_DUE' || status === 'SUSPENDED');
  for (const { id } of open) await stage.call('PATCH', `/api/invoice/${id}/status`, 200, { status: 'UNCOLLECTIBLE' });
  return `${open.length} invoices written off`;
}
