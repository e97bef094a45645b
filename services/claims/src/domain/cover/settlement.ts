import { type Currency, least } from '@staycover/kernel';
import { type Amount, downToHundredths, downToUnit } from '../amount.ts';
import type { Cover, Used } from './cover.ts';

/** What of a loss is insured, and what of that is paid. */
export type Settlement = { insured: Amount; payable: Amount };

/** Down to what the currency can pay. */
const paidOut = (amount: Amount, currency: Currency | null): Amount =>
  currency === null ? downToHundredths(amount) : downToUnit(amount, currency);

const left = (limit: Amount | null, used: Amount): Amount[] => {
  if (limit === null) return [];
  return [limit > used ? limit - used : 0n];
};

/** A loss within the cap and the remaining limits, less the deductible. */
export const settle = (
  loss: Amount,
  { cap, limit, termLimit, deductible, currency }: Cover,
  used: Used,
): Settlement => {
  const insured = [
    loss,
    ...(cap === null ? [] : [cap]),
    ...left(limit, used.ofStay),
    ...left(termLimit, used.ofTerm),
  ].reduce((a, b) => least(a, b));
  return { insured, payable: insured > deductible ? paidOut(insured - deductible, currency) : 0n };
};
