import {
  type Currency,
  DomainError,
  decimalPlaces,
  divideHalfAwayFromZero,
  type Minor,
  minorFromMajor,
  powerOfTen,
  prorate,
  sum,
} from '@staycover/kernel';

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

/**
 * The amounts of an invoice's lines as Stripe counts them, their sum exact. Where single lines do not fit its steps,
 * they are rounded by largest remainder.
 * @throws DomainError `invoice-not-deliverable` when the sum itself does not fit.
 */
export const stripeAmounts = (amounts: readonly Minor[], currency: Currency): bigint[] => {
  const { decimals, step } = currencyUnits(currency);
  const ratio = { of: powerOfTen(decimals), whole: step * powerOfTen(decimalPlaces(currency)) };
  if ((sum(amounts) * ratio.of) % ratio.whole !== 0n) {
    const detail = `The payment provider takes ${currency} in coarser steps than the total of this invoice; adjust it by a manual line.`;
    throw new DomainError('invoice-not-deliverable', detail);
  }
  return prorate(amounts, ratio).map((amount) => amount * step);
};

/** One of Stripe's steps, in our minor units. */
const minorStep = (currency: Currency): Minor => {
  const { decimals, step } = currencyUnits(currency);
  return (step * powerOfTen(decimalPlaces(currency))) / powerOfTen(decimals);
};

/** What of an amount Stripe takes: it leaves what is less than one of its steps. */
export const inSteps = (amount: Minor, currency: Currency): Minor => amount - (amount % minorStep(currency));

/** The most that `inSteps` leaves. */
export const mostLeft = (currency: Currency): Minor => minorStep(currency) - 1n;

/** The least that Stripe charges, in major units, where it names that. */
const LEAST: Readonly<Record<string, number>> = {
  AED: 2,
  AUD: 0.5,
  BRL: 0.5,
  CAD: 0.5,
  CHF: 0.5,
  CZK: 15,
  DKK: 2.5,
  EUR: 0.5,
  GBP: 0.3,
  HKD: 4,
  HUF: 175,
  INR: 0.5,
  JPY: 50,
  MXN: 10,
  MYR: 2,
  NOK: 3,
  NZD: 0.5,
  PLN: 2,
  RON: 2,
  SEK: 3,
  SGD: 0.5,
  THB: 10,
  USD: 0.5,
};

/** Whether Stripe charges so little. */
export const isEnough = (amount: Minor, currency: Currency): boolean =>
  amount >= minorFromMajor(LEAST[currency] ?? 0, currency);

/**
 * Refuses a total that Stripe would not ask for: it calls that paid, and adds it to what the customer owes on the next invoice.
 * @throws DomainError `invoice-not-deliverable`.
 */
export const assertChargeable = (total: Minor, currency: Currency): void => {
  if (total <= 0n || isEnough(total, currency)) return;
  const detail = `The payment provider charges at least ${LEAST[currency]} ${currency}. Leave the invoice a draft until more is to be billed, or set it to SENT and collect it yourself.`;
  throw new DomainError('invoice-not-deliverable', detail);
};

/** Our minor units of an amount as Stripe counts it. */
export const minorFromStripe = (amount: number, currency: Currency): Minor =>
  divideHalfAwayFromZero(
    BigInt(amount) * powerOfTen(decimalPlaces(currency)),
    powerOfTen(currencyUnits(currency).decimals),
  );
