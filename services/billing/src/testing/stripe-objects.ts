import { randomBytes } from 'node:crypto';

type Form = Record<string, string>;

export type StripeRequest = { method: string; path: string; form: Form; key: string | undefined };

export type Customer = {
  id: string;
  name: string;
  email: string;
  metadata: Form;
  /** How its card on file answers a charge; null without one. */
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
};

type Refund = { id: string; charge: string; amount: number; currency: string; status: string; metadata?: Form };

export type StripeState = {
  customers: Map<string, Customer>;
  invoices: Map<string, StripeInvoice>;
  refunds: Refund[];
  /** Ids of invoices, in the order of the emails about them. */
  emails: string[];
  /** Ids of invoices that money was taken for. */
  charges: string[];
};

type Answer = { status: number; body: object };

const newId = (prefix: string): string => `${prefix}_${randomBytes(8).toString('hex')}`;
const refused = (message: string, code?: string): Answer => ({
  status: 400,
  body: { error: { type: 'invalid_request_error', message, ...(code && { code }) } },
});
const missing = (what: string): Answer => ({ ...refused(`No such ${what}`, 'resource_missing'), status: 404 });

/** Parameters that Stripe documents and that are used here; others are refused, as Stripe refuses unknown ones. */
const ROUTES: [pattern: RegExp, parameters: RegExp][] = [
  [/^POST \/v1\/customers$/, /^(name|email|metadata\[\w+\])$/],
  [/^POST \/v1\/customers\/\w+$/, /^(name|email)$/],
  [/^GET \/v1\/customers$/, /^(email|limit|starting_after)$/],
  [
    /^POST \/v1\/invoices$/,
    /^(customer|currency|collection_method|due_date|auto_advance|pending_invoice_items_behavior|description|custom_fields\[\d\]\[(name|value)\]|metadata\[\w+\])$/,
  ],
  [/^GET \/v1\/invoices$/, /^(customer|limit|starting_after)$/],
  [/^GET \/v1\/invoices\/\w+$/, /^expand\[\d\]$/],
  [/^DELETE \/v1\/invoices\/\w+$/, /^$/],
  [/^POST \/v1\/invoices\/\w+\/add_lines$/, /^lines\[\d+\]\[(description|amount)\]$/],
  [/^POST \/v1\/invoices\/\w+\/finalize$/, /^auto_advance$/],
  [/^POST \/v1\/invoices\/\w+\/(send|void)$/, /^$/],
  [/^POST \/v1\/invoices\/\w+\/pay$/, /^paid_out_of_band$/],
  [/^GET \/v1\/refunds$/, /^(charge|limit)$/],
  [/^POST \/v1\/refunds$/, /^(payment_intent|amount|metadata\[\w+\])$/],
];

/** What Stripe would answer, after doing it. */
export const answerOf = (state: StripeState, request: StripeRequest): Answer => {
  const { method, path, form } = request;
  const route = ROUTES.find(([pattern]) => pattern.test(`${method} ${path}`));
  if (!route)
    return {
      status: 404,
      body: { error: { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path}).` } },
    };
  const unknown = Object.keys(form).find((name) => !route[1].test(name));
  if (unknown) return refused(`Received unknown parameter: ${unknown}`, 'parameter_unknown');
  const [, , resource, id, action] = path.split('/');
  if (resource === 'refunds' && method === 'POST') return createRefund(state, form);
  if (resource === 'refunds')
    return { status: 200, body: listOf(state.refunds.filter(({ charge }) => charge === form['charge'])) };
  if (resource === 'customers') return id ? updateCustomer(state, id, form) : customers(state, request);
  if (!id) return method === 'GET' ? listInvoices(state, form) : createInvoice(state, form);
  const invoice = state.invoices.get(id);
  if (!invoice) return missing(`invoice: '${id}'`);
  if (method === 'GET') return shown(state, invoice, form);
  if (method === 'DELETE') return remove(state, invoice);
  return ACTIONS[action!]!(state, invoice, form);
};

const listOf = (data: object[]) => ({ object: 'list', data, has_more: false, url: '' });

const createRefund = (state: StripeState, form: Form): Answer => {
  const paid = [...state.invoices.values()].find(({ intent }) => intent?.id === form['payment_intent']);
  if (!paid) return missing(`payment_intent: '${form['payment_intent']}'`);
  const refund = { id: newId('re'), charge: `ch_${paid.id}`, amount: Number(form['amount']), currency: paid.currency };
  state.refunds.push({ ...refund, status: 'succeeded', metadata: metadataOf(form) });
  return { status: 200, body: { object: 'refund', ...state.refunds.at(-1) } };
};

const customers = (state: StripeState, { method, form }: StripeRequest): Answer => {
  if (method === 'GET')
    return {
      status: 200,
      body: listOf([...state.customers.values()].filter(({ email }) => email === form['email']).map(customerOf)),
    };
  const customer: Customer = {
    id: newId('cus'),
    name: form['name']!,
    email: form['email']!,
    metadata: metadataOf(form),
    card: null,
  };
  state.customers.set(customer.id, customer);
  return { status: 200, body: customerOf(customer) };
};

const updateCustomer = (state: StripeState, id: string, form: Form): Answer => {
  const customer = state.customers.get(id);
  if (!customer) return missing(`customer: '${id}'`);
  return { status: 200, body: customerOf(Object.assign(customer, form)) };
};

const customerOf = ({ card, ...customer }: Customer) => ({
  object: 'customer',
  ...customer,
  default_source: null,
  invoice_settings: { default_payment_method: card ? `pm_${customer.id}` : null },
});

const metadataOf = (form: Form): Form =>
  Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => {
      const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
      return key ? [[key, value]] : [];
    }),
  );

const listInvoices = (state: StripeState, form: Form): Answer => {
  const its = [...state.invoices.values()].filter(({ customer }) => customer === form['customer']).toReversed();
  return { status: 200, body: listOf(its.map((invoice) => invoiceOf(invoice))) };
};

const createInvoice = (state: StripeState, form: Form): Answer => {
  if (!state.customers.has(form['customer']!)) return missing(`customer: '${form['customer']}'`);
  if (form['collection_method'] !== 'send_invoice' || !form['due_date'])
    return refused('Missing required param: due_date.');
  const invoice: StripeInvoice = {
    id: newId('in'),
    customer: form['customer']!,
    status: 'draft',
    currency: form['currency']!,
    collection_method: form['collection_method'],
    due_date: Number(form['due_date']),
    metadata: metadataOf(form),
    lines: [],
    total: 0,
    intent: null,
    paidOutOfBand: false,
  };
  state.invoices.set(invoice.id, invoice);
  return { status: 200, body: invoiceOf(invoice) };
};

/** An invoice as the API shows it. */
export const invoiceOf = (invoice: StripeInvoice, expanded?: { customer: Customer }): object => {
  const { intent, paidOutOfBand: _paid, lines, ...plain } = invoice;
  const error = intent?.error && { type: 'card_error', ...intent.error };
  const expandedIntent = intent && {
    id: intent.id,
    object: 'payment_intent',
    status: intent.status,
    last_payment_error: error,
  };
  const payment = { is_default: true, payment: { type: 'payment_intent', payment_intent: expandedIntent } };
  return {
    object: 'invoice',
    ...plain,
    auto_advance: false,
    default_payment_method: null,
    default_source: null,
    lines: listOf(lines.map((line) => ({ object: 'line_item', id: newId('il'), ...line }))),
    ...(expanded ? { customer: customerOf(expanded.customer), payments: listOf(intent ? [payment] : []) } : {}),
  };
};

const shown = (state: StripeState, invoice: StripeInvoice, form: Form): Answer => {
  const customer = Object.values(form).includes('customer') ? state.customers.get(invoice.customer) : undefined;
  return { status: 200, body: invoiceOf(invoice, customer && { customer }) };
};

const remove = (state: StripeState, { id, status }: StripeInvoice): Answer => {
  if (status !== 'draft') return refused('You can only delete draft invoices.');
  state.invoices.delete(id);
  return { status: 200, body: { id, object: 'invoice', deleted: true } };
};

type Action = (state: StripeState, invoice: StripeInvoice, form: Form) => Answer;

const done = (invoice: StripeInvoice): Answer => ({ status: 200, body: invoiceOf(invoice) });

const addLines: Action = (_state, invoice, form) => {
  if (invoice.status !== 'draft') return refused('This invoice is no longer editable');
  for (let i = 0; form[`lines[${i}][amount]`] !== undefined; i++) {
    const amount = Number(form[`lines[${i}][amount]`]);
    if (!Number.isSafeInteger(amount)) return refused('Invalid integer');
    invoice.lines.push({ description: form[`lines[${i}][description]`]!, amount });
  }
  if (invoice.lines.length > 250) return refused('An invoice has at most 250 line items.');
  invoice.total = invoice.lines.reduce((total, { amount }) => total + amount, 0);
  return done(invoice);
};

const finalize: Action = (_state, invoice) => {
  if (invoice.status !== 'draft')
    return refused("This invoice is already finalized, you can't re-finalize a non-draft invoice.");
  invoice.status = invoice.total > 0 ? 'open' : 'paid';
  if (invoice.total > 0) invoice.intent = { id: newId('pi'), status: 'requires_payment_method', error: null };
  return done(invoice);
};

const send: Action = (state, invoice) => {
  if (invoice.status === 'draft' || invoice.status === 'void')
    return refused(`You cannot send a ${invoice.status} invoice.`);
  if (!state.customers.get(invoice.customer)?.email) return refused('Missing email.');
  state.emails.push(invoice.id);
  return done(invoice);
};

const cancel: Action = (_state, invoice) => {
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
    return refused(`You can only void open invoices, not ${invoice.status} ones.`);
  invoice.status = 'void';
  return done(invoice);
};

const pay: Action = (state, invoice, form) => {
  if (invoice.status === 'paid') return refused('Invoice is already paid');
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') return refused(`Invoice is ${invoice.status}`);
  if (form['paid_out_of_band'] === 'true') {
    Object.assign(invoice, { status: 'paid', paidOutOfBand: true });
    return done(invoice);
  }
  const card = state.customers.get(invoice.customer)!.card;
  if (card === null)
    return refused('There is no `default_payment_method` set on this Customer or Invoice.', 'resource_missing');
  if (card === 'ok') {
    state.charges.push(invoice.id);
    Object.assign(invoice, { status: 'paid', intent: { ...invoice.intent, status: 'succeeded', error: null } });
    return done(invoice);
  }
  if (card === 'processing') {
    Object.assign(invoice.intent!, { status: 'processing' });
    return done(invoice);
  }
  const error = { code: 'card_declined', decline_code: card };
  Object.assign(invoice.intent!, { status: 'requires_payment_method', error });
  return { status: 402, body: { error: { type: 'card_error', message: 'Your card was declined.', ...error } } };
};

const ACTIONS: Record<string, Action> = { add_lines: addLines, finalize, send, void: cancel, pay };
