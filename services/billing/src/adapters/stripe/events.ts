import { fields } from '@staycover/api';
import { DomainError, isRecord, tryParseJson } from '@staycover/kernel';
import { Stripe } from 'stripe';
import type { PaymentEvent, PaymentEvents, ProviderDispute } from '../payment-provider.ts';
import { minorFromStripe } from './money.ts';
import { CHARGE_KEY, STRIPE } from './provider.ts';

type Json = Record<string, unknown>;

const TOLERANCE_S = 300;

/** Stripe's webhook: who has one of the secrets may speak. */
export const stripeEvents = (secrets: readonly string[]): PaymentEvents => ({
  provider: STRIPE,
  readSigned(body, header) {
    const signature = header('stripe-signature');
    if (!secrets.some((secret) => isSignedWith(secret, body, signature))) {
      throw new DomainError(
        'unauthenticated',
        'The webhook bears no valid signature (Stripe-Signature) that is new enough.',
      );
    }
    return toPaymentEvent(body);
  },
  readTrusted: toPaymentEvent,
  toMinor: ({ amount, currency }) => minorFromStripe(amount, currency.toUpperCase()),
});

/** Only a check that returns counts; the SDK throws errors of many kinds, at what is forged as at what is broken. */
const isSignedWith = (secret: string, body: Buffer, signature: string | undefined): boolean => {
  try {
    return Stripe.webhooks.signature!.verifyHeader(body, signature ?? '', secret, TOLERANCE_S);
  } catch {
    return false;
  }
};

const toPaymentEvent = (body: Buffer): PaymentEvent => {
  const event = parse(body);
  const { data, request } = event;
  const [id, type] = [text(event['id']), text(event['type'])];
  const [object, before] = [member(data, 'object'), member(data, 'previous_attributes') ?? {}];
  if (id === null || type === null || !object) {
    throw new DomainError('malformed-json', 'The body is no event: id, type or data.object is missing or malformed.');
  }
  const byUs = isRecord(request) && (text(request['idempotency_key']) ?? '').startsWith(CHARGE_KEY);
  return { eventId: id, type, ...readNames(object), news: toNews(type, { object, before }, byUs) };
};

const parse = (body: Buffer): Json => {
  const json = tryParseJson(body.toString('utf8'));
  if (isRecord(json)) return json;
  throw new DomainError('malformed-json', 'The body is not a JSON object.');
};

/** The ids in an event's object, which an endpoint of any API version sends. */
const readNames = (object: Json) => {
  const metadata = isRecord(object['metadata']) ? object['metadata'] : {};
  const isInvoice = object['object'] === 'invoice';
  const { payment } = object;
  return {
    invoiceId: text(metadata['invoiceId']),
    providerInvoiceId: isInvoice ? text(object['id']) : readId(object['invoice']),
    paymentIntentId: readId(object['payment_intent'] ?? (isRecord(payment) ? payment['payment_intent'] : null)),
  };
};

/** What an event is about, and what of it has changed, as that was before. */
type Data = { object: Json; before: Json };

/** The object's state has precedence over the event's name, so that events may arrive in any order. */
const toNews = (type: string, data: Data, byUs: boolean): PaymentEvent['news'] => {
  const { object } = data;
  if (type.startsWith('invoice.') && object['object'] === 'invoice') return invoiceNews(type, object, byUs);
  if (/^(refund\.|charge\.refund\.)/.test(type)) return refundNews(object);
  if (type === 'charge.refunded') return chargeNews(object);
  if (type.startsWith('charge.dispute.')) return disputeNews(object);
  if (type === 'credit_note.created' || type === 'credit_note.voided') return creditNoteNews(object);
  if (type === 'invoice_payment.paid') return { kind: 'PAYMENT' };
  return methodNews(type, data);
};

const NEW_METHOD = new Set([
  'payment_method.attached',
  'payment_method.updated',
  'payment_method.automatically_updated',
  'customer.source.created',
  'customer.source.updated',
]);

/** A customer is updated for many reasons: only another way to pay is news. */
const methodNews = (type: string, { object, before }: Data): PaymentEvent['news'] => {
  const isCustomer = type === 'customer.updated';
  const isNew = isCustomer ? 'invoice_settings' in before || 'default_source' in before : NEW_METHOD.has(type);
  const customerId = isCustomer ? text(object['id']) : readId(object['customer']);
  return isNew && customerId ? { kind: 'NEW_PAYMENT_METHOD', customerId } : { kind: 'OTHER' };
};

const SETTLED: Record<string, 'PAID' | 'VOID' | 'UNCOLLECTIBLE'> = {
  paid: 'PAID',
  void: 'VOID',
  uncollectible: 'UNCOLLECTIBLE',
};

const invoiceNews = (type: string, { status }: Json, byUs: boolean): PaymentEvent['news'] => {
  const kind = SETTLED[text(status) ?? ''];
  if (kind) return { kind };
  const isFailure = type === 'invoice.payment_failed' || type === 'invoice.payment_action_required';
  return isFailure ? { kind: 'FAILED', byUs } : { kind: 'OTHER' };
};

/** Of an inquiry (`warning_…`) no money moves. */
const DISPUTES: Record<string, ProviderDispute['outcome']> = {
  needs_response: 'OPEN',
  under_review: 'OPEN',
  appeal_needs_response: 'OPEN',
  appeal_under_review: 'OPEN',
  won: 'WON',
  lost: 'LOST',
  warning_closed: 'DROPPED',
  prevented: 'DROPPED',
};

const disputeNews = (object: Json): PaymentEvent['news'] => {
  const { id, status } = object;
  const [disputeId, outcome, money] = [text(id), DISPUTES[text(status) ?? ''], readMoney(object)];
  if (!disputeId || !outcome || !money) return { kind: 'OTHER' };
  return { kind: 'DISPUTED', dispute: { disputeId, ...money, outcome } };
};

const readMoney = ({ amount, currency }: Json): { amount: number; currency: string } | undefined => {
  const code = text(currency);
  const isMoney =
    typeof amount === 'number' && Number.isSafeInteger(amount) && code !== null && /^[a-z]{3}$/i.test(code);
  return isMoney ? { amount, currency: code } : undefined;
};

const refundNews = (object: Json): PaymentEvent['news'] => {
  const { id, status, metadata } = object;
  const [refundId, money] = [text(id), readMoney(object)];
  if (!refundId || !money) return { kind: 'OTHER' };
  const requestId = isRecord(metadata) ? text(metadata['refundId']) : null;
  const refund = { refundId, ...money, requestId };
  if (status === 'failed' || status === 'canceled') return { kind: 'REFUND_FAILED', refund };
  return status === 'succeeded' ? { kind: 'REFUNDED', refunds: [refund] } : { kind: 'OTHER' };
};

const chargeNews = (charge: Json): PaymentEvent['news'] => {
  const chargeId = text(charge['id']);
  return chargeId ? { kind: 'CHARGE_REFUNDED', chargeId } : { kind: 'OTHER' };
};

const creditNoteNews = ({ metadata, status }: Json): PaymentEvent['news'] => {
  const allocationId = isRecord(metadata) ? text(metadata['allocationId']) : null;
  return { kind: 'CREDIT_NOTE', allocationId, isVoid: status === 'void' };
};

const member = (value: unknown, name: string): Json | undefined =>
  isRecord(value) && isRecord(value[name]) ? value[name] : undefined;

/** Text that can be stored and looked up. */
const text = (value: unknown): string | null => fields.name.safeParse(value).data ?? null;
const readId = (value: unknown): string | null => text(value) ?? (isRecord(value) ? text(value['id']) : null);
