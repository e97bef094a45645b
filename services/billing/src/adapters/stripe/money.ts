import { type Currency, DomainError, decimalPlaces, divideHalfAwayFromZero, type Minor, sum } from '@staycover/kernel';
import { prorate } from '../../domain/reserve-splits.ts';

/** Currencies that Stripe counts in whole units. */
const ZERO_DECIMALS = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
/** Currencies that Stripe counts in thousandths, of which it takes only tens. */
const THREE_DECIMALS = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);
/** Currencies without decimals that Stripe counts in hundredths, of which it takes only hundreds. */
const WHOLE_IN_HUNDREDTHS = new Set(['ISK', 'UGX']);

/** How Stripe counts a currency: its decimals, and the multiple that an amount must be of. */
const currencyUnits = (currency: Currency): { decimals: number; step: bigint } => {
  if (ZERO_DECIMALS.has(currency)) return { decimals: 0, step: 1n };
  if (THREE_DECIMALS.has(currency)) return { decimals: 3, step: 10n };
  return { decimals: 2, step: WHOLE_IN_HUNDREDTHS.has(currency) ? 100n : 1n };
};

const power = (decimals: number): bigint => 10n ** BigInt(decimals);

/**
 * The amounts of an invoice's lines as Stripe counts them, their sum exact. Where single lines do not fit its steps,
 * they are rounded by largest remainder.
 * @throws DomainError `invoice-not-deliverable` when the sum itself does not fit.
 */
export const stripeAmounts = (amounts: readonly Minor[], currency: Currency): bigint[] => {
  const { decimals, step } = currencyUnits(currency);
  const ratio = { of: power(decimals), whole: step * power(decimalPlaces(currency)) };
  if ((sum(amounts) * ratio.of) % ratio.whole !== 0n) {
    const detail = `The payment provider takes ${currency} in coarser steps than the total of this invoice; adjust it by a manual line.`;
    throw new DomainError('invoice-not-deliverable', detail);
  }
  return prorate(amounts, ratio).map((amount) => amount * step);
};

/** Our minor units of an amount as Stripe counts it. */
export const minorFromStripe = (amount: number, currency: Currency): Minor =>
  divideHalfAwayFromZero(BigInt(amount) * power(decimalPlaces(currency)), power(currencyUnits(currency).decimals));
