import {
  type Answer,
  type Form,
  missing,
  newId,
  openAmount,
  readMetadata,
  refused,
  type StripeInvoice,
  type StripeState,
  toStripeCreditNote,
  toStripeInvoice,
  toStripeList,
} from './stripe-objects.ts';

export const listInvoices = (state: StripeState, form: Form): Answer => {
  const since = Number(form['due_date[gte]'] ?? 0);
  const its = [...state.invoices.values()]
    .filter(({ customer, due_date: due }) => customer === form['customer'] && due >= since)
    .toReversed();
  return {
    status: 200,
    body: toStripeList(
      its.map((invoice) => toStripeInvoice(invoice, state)),
      form,
    ),
  };
};

export const createInvoice = (state: StripeState, form: Form): Answer => {
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
    metadata: readMetadata(form),
    lines: [],
    total: 0,
    intent: null,
    paidOutOfBand: false,
    attached: [],
    partly: [],
  };
  state.invoices.set(invoice.id, invoice);
  return { status: 200, body: toStripeInvoice(invoice) };
};

export const shown = (state: StripeState, invoice: StripeInvoice, form: Form): Answer => {
  const customer = Object.values(form).includes('customer') ? state.customers.get(invoice.customer) : undefined;
  return { status: 200, body: toStripeInvoice(invoice, state, customer) };
};

export const remove = (state: StripeState, { id, status }: StripeInvoice): Answer => {
  if (status !== 'draft') return refused('You can only delete draft invoices.');
  state.invoices.delete(id);
  return { status: 200, body: { id, object: 'invoice', deleted: true } };
};

type Action = (state: StripeState, invoice: StripeInvoice, form: Form) => Answer;

const done = (invoice: StripeInvoice): Answer => ({ status: 200, body: toStripeInvoice(invoice) });

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

const UNDER_WAY = 'You cannot cancel this PaymentIntent because it has a status of processing.';

const cancel: Action = (_state, invoice) => {
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
    return refused(`You can only void open invoices, not ${invoice.status} ones.`);
  if (invoice.intent?.status === 'processing') return refused(UNDER_WAY, 'payment_intent_unexpected_state');
  invoice.status = 'void';
  return done(invoice);
};

const giveUp: Action = (_state, invoice) => {
  if (invoice.status !== 'open')
    return refused(`You can only mark open invoices as uncollectible, not ${invoice.status} ones.`);
  invoice.status = 'uncollectible';
  return done(invoice);
};

const LEAST_USD = 50;

const pay: Action = (state, invoice, form) => {
  if (invoice.status === 'paid') return refused('Invoice is already paid');
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') return refused(`Invoice is ${invoice.status}`);
  if (form['paid_out_of_band'] === 'true') {
    if (invoice.intent?.status === 'processing') return refused(UNDER_WAY, 'payment_intent_unexpected_state');
    Object.assign(invoice, { status: 'paid', paidOutOfBand: true });
    return done(invoice);
  }
  const card = state.customers.get(invoice.customer)!.card;
  if (card === null)
    return refused('There is no `default_payment_method` set on this Customer or Invoice.', 'resource_missing');
  if (invoice.currency === 'usd' && openAmount(state, invoice) < LEAST_USD)
    return refused('Amount must be at least $0.50 usd', 'amount_too_small');
  if (card === 'of_another_currency')
    return refused('The currency is not that of the payment method.', 'payment_method_currency_mismatch');
  if (card === 'ok') {
    state.charges.push(invoice.id);
    Object.assign(invoice, { status: 'paid', intent: { ...invoice.intent, status: 'succeeded', error: null } });
    return done(invoice);
  }
  if (card === 'processing') {
    Object.assign(invoice.intent!, { status: 'processing' });
    return done(invoice);
  }
  const [status, code] = card.split(' ');
  if (status === '400') return refused('The payment is refused.', code);
  const error = code ? { code } : { code: 'card_declined', decline_code: card };
  Object.assign(invoice.intent!, { status: 'requires_payment_method', error });
  return { status: 402, body: { error: { type: 'card_error', message: 'Your card was declined.', ...error } } };
};

const attach: Action = (state, invoice, form) => {
  const record = state.records.get(form['payment_record']!);
  if (!record) return missing(`payment_record: '${form['payment_record']}'`);
  if (invoice.status !== 'open') return refused(`You cannot attach a payment to a ${invoice.status} invoice.`);
  invoice.attached.push(record);
  settleOpen(state, invoice);
  return done(invoice);
};

/** What nothing is open of any more is paid, without its own intent. */
const settleOpen = (state: StripeState, invoice: StripeInvoice): void => {
  if (openAmount(state, invoice) <= 0) Object.assign(invoice, { status: 'paid', paidOutOfBand: true });
};

export const createCreditNote = (state: StripeState, form: Form): Answer => {
  const invoice = state.invoices.get(form['invoice']!);
  if (!invoice) return missing(`invoice: '${form['invoice']}'`);
  const amount = Number(form['amount']);
  if (invoice.status !== 'open' || amount > openAmount(state, invoice))
    return refused(
      'The sum of credit amount, refund amount and out of band amount must equal the post-payment amount.',
    );
  const made = {
    id: newId('cn'),
    invoice: invoice.id,
    amount,
    status: 'issued',
    metadata: readMetadata(form),
  } as const;
  state.creditNotes.push(made);
  settleOpen(state, invoice);
  return { status: 200, body: toStripeCreditNote(made) };
};

export const actions: Record<string, Action> = {
  add_lines: addLines,
  attach_payment: attach,
  finalize,
  send,
  void: cancel,
  mark_uncollectible: giveUp,
  pay,
};
