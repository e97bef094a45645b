import {
  assertTransition,
  businessDate,
  type CalendarDate,
  type Context,
  changed,
  DomainError,
  isAfter,
  numberFromRate,
  rateFromNumber,
  sum,
  timestamp,
} from '@staycover/kernel';
import type { Amount } from './amount.ts';
import { type Claim, claimTransitions, moveClaim, type Payout, withStatus } from './claim.ts';
import { type ClaimDecision, type ClaimEvent, moved } from './claim-event.ts';
import { reopened } from './decide.ts';
import { assertDecimals } from './refusals.ts';

type PayoutAsked = {
  /** Below 0 where it reverses another. */
  amount: Amount;
  paidOn?: CalendarDate | undefined;
  payee: string | null;
  reference: string | null;
  reverses: string | null;
  recordedBy: string;
};

const MOST_PAYOUTS = 100;

/**
 * Records a payout of an approved claim, which is PAID when all of it is paid; or takes one back, after which a PAID claim is
 * APPROVED again. No money is moved.
 * @throws DomainError `invalid-transition`, `exceeds-approved`, `payout-reversed`, `invalid-request` for a day that has not
 *   come, an unknown payout or an amount that the currency cannot pay.
 */
export const addPayout = (claim: Claim, asked: PayoutAsked, context: Context): ClaimDecision => {
  assertSensible(claim, asked, context);
  const status = asked.reverses === null ? afterPaying(claim, asked.amount) : afterReversing(claim, asked);
  const by = { by: asked.recordedBy, at: timestamp(context.now) };
  const paidAmount = claim.paidAmount + asked.amount;
  const payout: Payout = {
    id: context.newId(),
    amount: numberFromRate(asked.amount),
    paidOn: (asked.paidOn ?? businessDate(context.now)).toString(),
    payee: asked.payee,
    reference: asked.reference,
    reverses: asked.reverses,
    recordedBy: asked.recordedBy,
    recordedDate: by.at,
  };
  const paid = {
    ...withStatus(claim, status, by),
    paidAmount,
    reserveAmount: claim.reserveAmount - asked.amount,
    payouts: [...claim.payouts, payout],
  };
  const isUndone = paidAmount === 0n && status !== 'APPROVED' && status !== 'PAID';
  const events: ClaimEvent[] = [{ type: 'claim-paid', payout }];
  if (status !== claim.status) events.push({ type: 'claim-status-changed', previousStatus: claim.status });
  return changed<Claim, ClaimEvent>(claim, isUndone ? { ...paid, ...reopened(paid) } : paid, ...events);
};

/** Pays out the rest of the approved amount, for an event that sets PAID; nothing when nothing is left. */
export const payRest = (claim: Claim, recordedBy: string, context: Context): ClaimDecision => {
  const amount = claim.approvedAmount - claim.paidAmount;
  if (claim.status === 'APPROVED' && amount > 0n) {
    return addPayout(claim, { amount, payee: null, reference: null, reverses: null, recordedBy }, context);
  }
  return moved(claim, moveClaim(claim, 'PAID', { by: recordedBy, at: timestamp(context.now) }));
};

const afterPaying = (claim: Claim, amount: Amount): Claim['status'] => {
  const left = claim.approvedAmount - claim.paidAmount;
  if (claim.status !== 'PAID') assertTransition('claim', claimTransitions, claim.status, 'PAID');
  if (amount > left) {
    const detail = `${numberFromRate(left)} of what was approved is left, not ${numberFromRate(amount)}.`;
    throw new DomainError('exceeds-approved', detail, { payable: numberFromRate(left) });
  }
  return amount === left ? 'PAID' : 'APPROVED';
};

/** What was paid stays so in a claim that has come to its end: it is reopened first. */
const afterReversing = ({ status, payouts, currency }: Claim, { amount, reverses }: PayoutAsked): Claim['status'] => {
  const payout = payouts.find(({ id, amount: paid }) => id === reverses && paid > 0);
  if (!payout) throw DomainError.invalid([{ pointer: '/reverses', detail: 'names no payout of the claim' }]);
  if (status === 'CLOSED') assertTransition('claim', claimTransitions, status, 'APPROVED');
  const its = payouts.filter((one) => one === payout || one.reverses === reverses);
  const left = sum(its.map((one) => rateFromNumber(one.amount)));
  if (-amount > left) {
    const detail = `${numberFromRate(left)} of the payout is left, not ${numberFromRate(-amount)}.`;
    throw new DomainError('payout-reversed', detail, { payable: numberFromRate(left) });
  }
  // All that is left can be taken back, also of a payout from before the currency was known.
  if (currency && -amount !== left) assertDecimals(amount, currency, '/amount');
  return status === 'PAID' ? 'APPROVED' : status;
};

const assertSensible = (claim: Claim, { amount, paidOn, reverses }: PayoutAsked, { now }: Context): void => {
  if (claim.currency && reverses === null) assertDecimals(amount, claim.currency, '/amount');
  if (paidOn && isAfter(paidOn, businessDate(now))) {
    throw DomainError.invalid([{ pointer: '/paidOn', detail: 'must not be later than today' }]);
  }
  // Each of them can be taken back.
  if (reverses !== null || claim.payouts.length < MOST_PAYOUTS) return;
  throw DomainError.invalid([{ pointer: '', detail: `would make more than ${MOST_PAYOUTS} payouts of the claim` }]);
};
