import { allocate, divideHalfAwayFromZero, type Minor, merge } from '@staycover/kernel';
import type { Correction } from './difference.ts';
import type { LineDraft, LineMoney, LineParts, OrderLine } from './line.ts';
import { formatNights, nightsIn } from './nights.ts';

/** A line that charged nights, and what is left of it beside the draft: nights that nothing has taken back, their money. */
export type Charged = { line: OrderLine; invoiceId: string; left: LineMoney & { nights: number } };

/**
 * The line that takes nights back, or charges them again. Credits are cumulative: with some of its nights left a line
 * keeps that share of its money, rounded, and the credit is the step there.
 */
export const correct = ({ line, invoiceId, left }: Charged, { sign, nights }: Correction): LineDraft => {
  const { id, ...original } = line;
  const quantity = sign * nightsIn(nights);
  const kept = takeShare(line, left.nights + quantity);
  const what = `${line.propertyName ?? line.propertyId}, ${formatNights(Math.abs(quantity))} in ${line.stayMonth}`;
  return {
    ...original,
    category: 'CREDIT',
    description: sign < 0 ? `Credit: ${what}` : `Credit withdrawn: ${what}`,
    quantity,
    amount: kept.amount - left.amount,
    parts: {
      premium: kept.parts.premium - left.parts.premium,
      lossFund: kept.parts.lossFund - left.parts.lossFund,
      partnerFee: kept.parts.partnerFee - left.parts.partnerFee,
      serviceFee: kept.parts.serviceFee - left.parts.serviceFee,
    },
    tax: kept.tax - left.tax,
    correctionOf: id,
    correctsInvoiceId: invoiceId,
    nights: merge(nights),
  };
};

/** The share of a line's money that so many of its nights have. */
const takeShare = ({ amount, parts, tax, quantity }: OrderLine, nights: number): LineMoney => {
  const share = (whole: Minor): Minor => divideHalfAwayFromZero(whole * BigInt(nights), BigInt(quantity));
  return { amount: share(amount), parts: partsLike(share(amount), parts), tax: share(tax) };
};

/** Splits another amount as a charge was split. */
const partsLike = (amount: Minor, { premium, lossFund, partnerFee, serviceFee }: LineParts): LineParts => {
  const parts = allocate(amount, [premium, lossFund, partnerFee, serviceFee]);
  return { premium: parts[0]!, lossFund: parts[1]!, partnerFee: parts[2]!, serviceFee: parts[3]! };
};
