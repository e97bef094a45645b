import { Stripe } from 'stripe';
import type { PaymentFailure } from '../../domain/payment.ts';
import { ProviderFailure, type Refusal } from '../payment-provider.ts';

/** The card asks for its holder (3-D Secure), who is not there when we charge it. */
const ASKS_HOLDER = [
  'authentication_required',
  'invoice_payment_intent_requires_action',
  'payment_intent_action_required',
  'payment_intent_authentication_failure',
];

/** Declines that Stripe or the card's issuer never takes back for the same payment method. */
const HARD_DECLINES = new Set([
  ...ASKS_HOLDER,
  'account_closed',
  'card_not_supported',
  'closed_account',
  'debit_not_authorized',
  'expired_card',
  'fraudulent',
  'highest_risk_level',
  'incorrect_number',
  'invalid_account',
  'invalid_number',
  'lost_card',
  'merchant_blacklist',
  'no_account',
  'pickup_card',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'security_violation',
  'stolen_card',
  'stop_payment_order',
  'transaction_not_allowed',
]);

/** Refusals of an amount, an invoice or a payment method, which Stripe repeats until that is another one. */
const LASTING = new Set([
  'account_closed',
  'account_number_invalid',
  'amount_too_large',
  'amount_too_small',
  'bank_account_restricted',
  'bank_account_unusable',
  'bank_account_unverified',
  'billing_invalid_mandate',
  'charge_exceeds_source_limit',
  'debit_not_authorized',
  'expired_payment_method',
  'india_recurring_payment_mandate_canceled',
  'invoice_no_payment_method_types',
  'no_account',
  'payment_intent_incompatible_payment_method',
  'payment_intent_mandate_invalid',
  'payment_method_bank_account_blocked',
  'payment_method_currency_mismatch',
  'payment_method_restricted',
  'payment_method_unactivated',
  'payment_method_unsupported_type',
  'routing_number_invalid',
  'sepa_unsupported_account',
]);

/**
 * Refusals of a payment or its method. All others may be of our account or how we ask, and no customer is behind with a
 * payment for those.
 */
const OF_PAYMENT =
  /^(bank_account_|card_|charge_exceeds_|expired_card$|incorrect_|insufficient_funds$|invoice_payment_|payment_intent_(?!invalid|rate_limit)|payment_method_(?!configuration|invalid|provider_timeout)|processing_error$|refer_to_customer$)/;

type Decline = { code?: string | undefined; decline_code?: string | undefined; advice_code?: string | undefined };

/** Where Stripe sends no decline code, its SDK has an empty one. */
export const paymentFailure = ({ code, decline_code, advice_code }: Decline): PaymentFailure => {
  const isHard = [decline_code, code].some((one) => one && HARD_DECLINES.has(one));
  return { reason: decline_code || code || 'payment_failed', hard: isHard || advice_code === 'do_not_try_again' };
};

/** The decline behind an error, unless it is of another kind; that a card asks for its holder may come as a bad request. */
export const toDecline = (error: unknown): PaymentFailure | undefined => {
  const isDecline =
    error instanceof Stripe.errors.StripeCardError || (isBadRequest(error) && ASKS_HOLDER.includes(error.code ?? ''));
  return isDecline ? paymentFailure(error) : undefined;
};

/** The refusal behind an error of what Stripe has certainly not done, and answers under the same key for a day. */
export const toRefusal = (error: unknown): Refusal | undefined => {
  if (!isBadRequest(error)) return undefined;
  const { code: reason = '', message: detail } = error;
  return { kind: 'REFUSED', refuses: refused(reason), reason, detail };
};

const refused = (code: string): Refusal['refuses'] => {
  if (LASTING.has(code)) return 'INVOICE';
  return OF_PAYMENT.test(code) ? 'PAYMENT' : 'REQUEST';
};

/** A 400 or 404: neither a key of ours that is wrong (401, 403), nor one that Stripe is at (409), nor too many requests (429). */
const isBadRequest = (error: unknown): error is InstanceType<typeof Stripe.errors.StripeInvalidRequestError> =>
  error instanceof Stripe.errors.StripeInvalidRequestError;

/** Distinguishes what was certainly not done from what may have been: a timeout, a broken response, an error of Stripe. */
export const providerFailure = (error: unknown): ProviderFailure => {
  if (error instanceof ProviderFailure) return error;
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const { type, statusCode = 0, message } = error;
  const isUnknown =
    type === 'StripeConnectionError' || type === 'StripeAPIError' || statusCode >= 500 || statusCode === 409;
  return new ProviderFailure(isUnknown ? 'UNKNOWN' : 'REFUSED', `Stripe: ${message}`, { cause: error });
};

/** Stripe had too many requests, and did nothing about this one. */
export const isLimited = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.statusCode === 429;

/** Stripe has nothing of that id, or no more. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === 'resource_missing';

/** Runs a call to Stripe; whatever it throws is a `ProviderFailure`. */
export const asking = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    throw providerFailure(error);
  }
};

/** Who cannot look does not know what an earlier attempt has done, whatever kept it from looking. */
export const leaveUnknown = (error: unknown): never => {
  throw new ProviderFailure('UNKNOWN', providerFailure(error).message, { cause: error });
};

/** What is missing is an answer; whatever else kept one from looking leaves the outcome unknown. */
export const unlessMissing = (error: unknown): undefined => (isMissing(error) ? undefined : leaveUnknown(error));

/** Who cannot look before anything was begun has done nothing. */
export const leaveUndone = (error: unknown): never => {
  throw new ProviderFailure('REFUSED', providerFailure(error).message, { cause: error });
};
