import { randomBytes } from 'node:crypto';

export type Form = Record<string, string>;

export type StripeRequest = { method: string; path: string; form: Form; key: string | undefined };

export type Customer = {
  id: string;
  name: string;
  email: string;
  metadata: Form;
  /** How its card on file answers a charge: by a decline code, or a status and a code (`402 expired_card`). Null without one. */
  card: null | 'ok' | 'processing' | string;
};

export type StripeInvoice = {
  id: string;
  customer: string;
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  currency: string;
  collection_method: string;
  due_date: number;
  metadata: Form;
  lines: { description: string; amount: number }[];
  total: number;
  intent: null | { id: string; status: string; error: null | { code: string; decline_code?: string } };
  paidOutOfBand: boolean;
  /** When it was paid, where that matters. */
  paidAt?: string;
  /** Payments that were made elsewhere and attached. */
  attached: PaymentRecord[];
  /** Parts that were paid by other intents. */
  partly: { intent: string; amount: number }[];
};

type PaymentRecord = { id: string; amount: number; metadata: Form };

type CreditNote = { id: string; invoice: string; amount: number; status: 'issued' | 'void'; metadata: Form };

type Refund = { id: string; charge: string; amount: number; currency: string; status: string; metadata?: Form };

export type StripeState = {
  customers: Map<string, Customer>;
  invoices: Map<string, StripeInvoice>;
  refunds: Refund[];
  creditNotes: CreditNote[];
  records: Map<string, PaymentRecord>;
  /** Ids of invoices, in the order of the emails about them. */
  emails: string[];
  /** Ids of invoices that money was taken for. */
  charges: string[];
};

export type Answer = { status: number; body: object };

export const newId = (prefix: string): string => `${prefix}_${randomBytes(8).toString('hex')}`;
export const refused = (message: string, code?: string): Answer => ({
  status: 400,
  body: { error: { type: 'invalid_request_error', message, ...(code && { code }) } },
});
export const missing = (what: string): Answer => ({ ...refused(`No such ${what}`, 'resource_missing'), status: 404 });

/** As many as Stripe puts in a list that is asked for without a limit, or comes with something else. */
const A_PAGE = 10;

/** A page of a list, as it is asked for. */
export const toStripeList = (all: object[], { limit = `${A_PAGE}`, starting_after: after }: Form = {}) => {
  const first = after === undefined ? 0 : all.findIndex((one) => 'id' in one && one.id === after) + 1;
  const end = first + Number(limit);
  return { object: 'list', data: all.slice(first, end), has_more: end < all.length, url: '' };
};

export const readMetadata = (form: Form): Form =>
  Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => {
      const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
      return key ? [[key, value]] : [];
    }),
  );

export const toStripeCustomer = ({ card, ...customer }: Customer) => ({
  object: 'customer',
  ...customer,
  default_source: null,
  invoice_settings: { default_payment_method: card ? `pm_${customer.id}` : null },
});

const sumAmounts = (amounts: { amount: number }[]): number => amounts.reduce((total, { amount }) => total + amount, 0);

const creditedAmount = ({ creditNotes }: Pick<StripeState, 'creditNotes'>, { id }: StripeInvoice): number =>
  sumAmounts(creditNotes.filter(({ invoice, status }) => invoice === id && status === 'issued'));

/** What of an invoice neither credit notes nor payments elsewhere have met. */
export const openAmount = (state: Pick<StripeState, 'creditNotes'>, invoice: StripeInvoice): number =>
  invoice.total - creditedAmount(state, invoice) - sumAmounts(invoice.attached) - sumAmounts(invoice.partly);

export const toStripeCreditNote = (note: CreditNote): object => ({
  object: 'credit_note',
  type: 'pre_payment',
  pre_payment_amount: note.amount,
  post_payment_amount: 0,
  ...note,
});

/** An invoice as the API shows it, and with its customer and payments where these are asked for. */
export const toStripeInvoice = (
  invoice: StripeInvoice,
  state: Pick<StripeState, 'creditNotes'> = { creditNotes: [] },
  customer?: Customer,
): object => {
  const {
    intent: _intent,
    paidOutOfBand: _paid,
    paidAt: _at,
    attached: _attached,
    partly: _partly,
    lines,
    ...plain
  } = invoice;
  return {
    object: 'invoice',
    ...plain,
    amount_remaining: invoice.status === 'paid' ? 0 : openAmount(state, invoice),
    pre_payment_credit_notes_amount: creditedAmount(state, invoice),
    post_payment_credit_notes_amount: 0,
    status_transitions: { paid_at: paidSeconds(invoice) },
    auto_advance: false,
    default_payment_method: null,
    default_source: null,
    lines: toStripeList(lines.map((line) => ({ object: 'line_item', id: newId('il'), ...line }))),
    ...(customer
      ? {
          customer: toStripeCustomer(customer),
          payments: toStripeList(toStripePayments(invoice, openAmount(state, invoice))),
        }
      : {}),
  };
};

const paidSeconds = ({ paidAt }: StripeInvoice): number | null =>
  paidAt ? Temporal.Instant.from(paidAt).epochMilliseconds / 1_000 : null;

/** Its own intent, and what was attached. */
export const toStripePayments = (invoice: StripeInvoice, open: number): object[] => {
  const { status, intent, paidOutOfBand, attached, partly } = invoice;
  const error = intent?.error && { type: 'card_error', ...intent.error };
  const expanded = intent && {
    id: intent.id,
    object: 'payment_intent',
    status: intent.status,
    last_payment_error: error,
  };
  const isPaid = status === 'paid' && !paidOutOfBand;
  const own = {
    id: `inpay_${intent?.id}`,
    is_default: true,
    status: isPaid ? 'paid' : 'open',
    status_transitions: { canceled_at: null, paid_at: isPaid ? paidSeconds(invoice) : null },
    amount_requested: open,
    amount_paid: isPaid ? open : null,
    payment: { type: 'payment_intent', payment_intent: expanded },
  };
  const others = attached.map((record) => ({
    id: `inpay_${record.id}`,
    is_default: false,
    status: 'paid',
    amount_requested: record.amount,
    amount_paid: record.amount,
    payment: { type: 'payment_record', payment_record: { object: 'payment_record', ...record } },
  }));
  const parts = partly.map((part) => ({
    id: `inpay_${part.intent}`,
    is_default: false,
    status: 'paid',
    amount_requested: part.amount,
    amount_paid: part.amount,
    payment: { type: 'payment_intent', payment_intent: { object: 'payment_intent', id: part.intent } },
  }));
  return [...(intent ? [own] : []), ...parts, ...others];
};
