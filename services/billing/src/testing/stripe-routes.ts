import { actions, createCreditNote, createInvoice, listInvoices, remove, shown } from './stripe-invoices.ts';
import {
  type Answer,
  type Customer,
  type Form,
  missing,
  newId,
  openAmount,
  readMetadata,
  refused,
  type StripeRequest,
  type StripeState,
  toStripeCreditNote,
  toStripeCustomer,
  toStripeInvoice,
  toStripeList,
  toStripePayments,
} from './stripe-objects.ts';

/** Parameters that Stripe documents and that are used here; others are refused, as Stripe refuses unknown ones. */
const ROUTES: [pattern: RegExp, parameters: RegExp][] = [
  [/^POST \/v1\/customers$/, /^(name|email|metadata\[\w+\])$/],
  [/^POST \/v1\/customers\/\w+$/, /^(name|email)$/],
  [/^GET \/v1\/customers$/, /^(email|limit|starting_after)$/],
  [
    /^POST \/v1\/invoices$/,
    /^(customer|currency|collection_method|due_date|auto_advance|pending_invoice_items_behavior|description|custom_fields\[\d\]\[(name|value)\]|metadata\[\w+\])$/,
  ],
  [/^GET \/v1\/invoices$/, /^(customer|due_date\[gte\]|limit|starting_after)$/],
  [/^GET \/v1\/invoices\/\w+$/, /^expand\[\d\]$/],
  [/^DELETE \/v1\/invoices\/\w+$/, /^$/],
  [/^POST \/v1\/invoices\/\w+\/add_lines$/, /^lines\[\d+\]\[(description|amount)\]$/],
  [/^POST \/v1\/invoices\/\w+\/finalize$/, /^auto_advance$/],
  [/^POST \/v1\/invoices\/\w+\/(send|void|mark_uncollectible)$/, /^$/],
  [/^POST \/v1\/invoices\/\w+\/pay$/, /^paid_out_of_band$/],
  [/^POST \/v1\/invoices\/\w+\/attach_payment$/, /^payment_record$/],
  [/^GET \/v1\/invoice_payments$/, /^(invoice|payment\[(type|payment_intent)\]|limit|expand\[\d\]|starting_after)$/],
  [
    /^POST \/v1\/payment_records\/report_payment$/,
    /^(amount_requested\[(currency|value)\]|initiated_at|outcome|guaranteed\[guaranteed_at\]|payment_method_details\[(type|custom\]\[display_name)\]|processor_details\[(type|custom\]\[payment_reference)\]|metadata\[\w+\])$/,
  ],
  [/^GET \/v1\/credit_notes$/, /^(invoice|limit|starting_after)$/],
  [/^POST \/v1\/credit_notes$/, /^(invoice|amount|memo|metadata\[\w+\])$/],
  [/^GET \/v1\/refunds$/, /^(charge|payment_intent|limit|starting_after)$/],
  [/^POST \/v1\/refunds$/, /^(payment_intent|amount|metadata\[\w+\])$/],
];

/** What Stripe would answer, after doing it. */
export const answerRequest = (state: StripeState, request: StripeRequest): Answer => {
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
  if (resource === 'refunds') return listRefunds(state, form);
  if (resource === 'credit_notes') return creditNotes(state, request);
  if (resource === 'payment_records') return reportPayment(state, form);
  if (resource === 'invoice_payments') return invoicePayments(state, form);
  if (resource === 'customers') return id ? updateCustomer(state, id, form) : customers(state, request);
  if (!id) return method === 'GET' ? listInvoices(state, form) : createInvoice(state, form);
  const invoice = state.invoices.get(id);
  if (!invoice) return missing(`invoice: '${id}'`);
  if (method === 'GET') return shown(state, invoice, form);
  if (method === 'DELETE') return remove(state, invoice);
  return actions[action!]!(state, invoice, form);
};

const creditNotes = (state: StripeState, { method, form }: StripeRequest): Answer =>
  method === 'POST'
    ? createCreditNote(state, form)
    : {
        status: 200,
        body: toStripeList(
          state.creditNotes.filter(({ invoice }) => invoice === form['invoice']).map(toStripeCreditNote),
          form,
        ),
      };

const reportPayment = (state: StripeState, form: Form): Answer => {
  const record = { id: newId('pr'), amount: Number(form['amount_requested[value]']), metadata: readMetadata(form) };
  state.records.set(record.id, record);
  return { status: 200, body: { object: 'payment_record', ...record } };
};

const invoicePayments = (state: StripeState, form: Form): Answer => {
  const intent = form['payment[payment_intent]'];
  if (intent) return findPayments(state, intent);
  const invoice = state.invoices.get(form['invoice']!);
  if (!invoice) return missing(`invoice: '${form['invoice']}'`);
  return { status: 200, body: toStripeList(toStripePayments(invoice, openAmount(state, invoice)), form) };
};

/** The payment of an invoice that an intent makes, with the invoice, which is always asked for. */
const findPayments = (state: StripeState, id: string): Answer => {
  const paid = [...state.invoices.values()].find(
    ({ intent, partly }) => intent?.id === id || partly.some((part) => part.intent === id),
  );
  if (!paid) return missing(`payment_intent: '${id}'`);
  const payment = { type: 'payment_intent', payment_intent: id };
  return {
    status: 200,
    body: toStripeList([{ object: 'invoice_payment', invoice: toStripeInvoice(paid, state), payment }]),
  };
};

const findPaid = ({ invoices }: StripeState, form: Form) =>
  [...invoices.values()].find(({ intent }) => intent?.id === form['payment_intent']);

const listRefunds = (state: StripeState, form: Form): Answer => {
  const wanted = form['charge'] ?? `ch_${findPaid(state, form)?.id}`;
  return {
    status: 200,
    body: toStripeList(
      state.refunds.filter(({ charge }) => charge === wanted),
      form,
    ),
  };
};

const createRefund = (state: StripeState, form: Form): Answer => {
  const paid = findPaid(state, form);
  if (!paid) return missing(`payment_intent: '${form['payment_intent']}'`);
  const refund = { id: newId('re'), charge: `ch_${paid.id}`, amount: Number(form['amount']), currency: paid.currency };
  const its = state.refunds.filter(({ charge, status }) => charge === refund.charge && status === 'succeeded');
  const left = its.reduce((rest, { amount }) => rest - amount, openAmount(state, paid));
  if (refund.amount > left) return refused(`Refund amount is greater than unrefunded amount on charge (${left}).`);
  state.refunds.push({ ...refund, status: 'succeeded', metadata: readMetadata(form) });
  return { status: 200, body: { object: 'refund', ...state.refunds.at(-1) } };
};

const customers = (state: StripeState, { method, form }: StripeRequest): Answer => {
  if (method === 'GET')
    return {
      status: 200,
      body: toStripeList(
        [...state.customers.values()].filter(({ email }) => email === form['email']).map(toStripeCustomer),
        form,
      ),
    };
  const customer: Customer = {
    id: newId('cus'),
    name: form['name']!,
    email: form['email']!,
    metadata: readMetadata(form),
    card: null,
  };
  state.customers.set(customer.id, customer);
  return { status: 200, body: toStripeCustomer(customer) };
};

const updateCustomer = (state: StripeState, id: string, form: Form): Answer => {
  const customer = state.customers.get(id);
  if (!customer) return missing(`customer: '${id}'`);
  return { status: 200, body: toStripeCustomer(Object.assign(customer, form)) };
};
