import { expect, test } from '@jest/globals';
import { Stripe } from 'stripe';
import { paymentFailure, toDecline } from './failures.ts';

const declined = (raw: object) =>
  toDecline(Stripe.errors.generateV1Error({ statusCode: 402, type: 'card_error', message: 'Declined.', ...raw }));

test.each([
  [{ code: 'card_declined', decline_code: 'insufficient_funds' }, 'insufficient_funds', false],
  [{ code: 'card_declined', decline_code: 'lost_card' }, 'lost_card', true],
  [
    { code: 'card_declined', decline_code: 'generic_decline', advice_code: 'do_not_try_again' },
    'generic_decline',
    true,
  ],
  [{ code: 'expired_card', decline_code: 'generic_decline' }, 'generic_decline', true],
  [{ code: 'expired_card' }, 'expired_card', true],
  [{ code: 'processing_error' }, 'processing_error', false],
  [{ code: '' }, 'payment_failed', false],
  [{}, 'payment_failed', false],
])('a decline %j has a reason, and is for good or not', (raw, reason, hard) => {
  expect(declined(raw)).toEqual({ reason, hard });
  expect(paymentFailure(raw)).toEqual({ reason, hard });
});
