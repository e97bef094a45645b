import { decimalPlaces } from './currencies.ts';
import { DomainError } from './errors.ts';

/**
 * Money inside the platform is a bigint: an amount counts minor units of its aggregate's currency (cents for USD,
 * yen for JPY, fils for BHD), a rate counts ten-thousandths of a major unit. Numbers appear only on the wire.
 */
export type Currency = string;
export type Minor = bigint;
export type Rate = bigint;

/** 10 to the power of `decimals`: as many minor units of a currency with these decimals are one major unit. */
export const powerOfTen = (decimals: number): bigint => 10n ** BigInt(decimals);

export const RATE_DECIMALS = 4;
export const RATE_SCALE = powerOfTen(RATE_DECIMALS);

const scaled = (value: number, decimals: number): bigint | undefined => {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(plain(value)) ?? [];
  if (fraction.length > decimals || !Number.isFinite(value)) return undefined;
  return BigInt(`${sign}${whole}${fraction.padEnd(decimals, '0')}`);
};

const plain = (value: number): string =>
  Math.abs(value) < 1e-6 && value !== 0 ? value.toFixed(20).replace(/0+$/, '') : value.toString();

/**
 * Minor units of an amount in major units, e.g. 12.34 USD → 1234n.
 * @throws DomainError `invalid-request` when the currency has fewer decimals than the value.
 */
export const minorFromMajor = (value: number, currency: Currency, pointer = ''): Minor => {
  const decimals = decimalPlaces(currency);
  const minor = scaled(value, decimals);
  if (minor !== undefined) return minor;
  throw DomainError.invalid([{ pointer, detail: `must have at most ${decimals} decimals in ${currency}` }]);
};

/** The wire's number of an amount in minor units, e.g. 1234n USD → 12.34. */
export const majorFromMinor = (minor: Minor, currency: Currency): number =>
  Number(minor) / 10 ** decimalPlaces(currency);

/**
 * A rate (ten-thousandths of a major unit) from the wire's number, e.g. 4.25 → 42500n.
 * @throws DomainError `invalid-request` beyond 4 decimals.
 */
export const rateFromNumber = (value: number, pointer = ''): Rate => {
  const rate = scaled(value, RATE_DECIMALS);
  if (rate !== undefined) return rate;
  throw DomainError.invalid([{ pointer, detail: 'must have at most 4 decimals' }]);
};

/** The nearest rate of a number that may have more decimals. */
export const nearestRate = (value: number): Rate => BigInt(Math.round(value * 10 ** RATE_DECIMALS));

/** The wire's number of a rate, e.g. 42500n → 4.25. */
export const numberFromRate = (rate: Rate): number => Number(rate) / 10 ** RATE_DECIMALS;

/** `rateFromNumber`, of what may be missing. */
export const rateIfAny = (value: number | null | undefined): Rate | null =>
  value == null ? null : rateFromNumber(value);

/** `numberFromRate`, of what may be missing. */
export const numberIfAny = (rate: Rate | null): number | null => (rate === null ? null : numberFromRate(rate));

/** The rate of one minor unit of a currency: 100n for a cent, 10000n for a yen. */
export const rateUnit = (currency: Currency): Rate => powerOfTen(RATE_DECIMALS - decimalPlaces(currency));

/** How far from zero. */
export const magnitude = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

/** The smaller of two. */
export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Integer division rounded half away from zero; `divisor` > 0. */
export const divideHalfAwayFromZero = (dividend: bigint, divisor: bigint): bigint => {
  const rounded = (2n * magnitude(dividend) + divisor) / (2n * divisor);
  return dividend < 0n ? -rounded : rounded;
};

/**
 * rate × quantity ÷ per in minor units of the currency, rounded half away from zero. `quantity` and `per` are whole
 * numbers: a rate of 120 a month of 30 nights is 120 per 30.
 */
export const multiplyRate = (rate: Rate, quantity: number, currency: Currency, per = 1): Minor =>
  divideHalfAwayFromZero(rate * BigInt(quantity) * powerOfTen(decimalPlaces(currency)), RATE_SCALE * BigInt(per));

export const sum = (amounts: Iterable<bigint>): bigint => {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
};

/**
 * `of` ÷ `whole` of each amount by largest remainder: together exactly the rounded share of their sum. Both are positive, or
 * `of` is zero.
 */
export const prorate = (amounts: readonly bigint[], { of, whole }: { of: bigint; whole: bigint }): bigint[] => {
  const floors = amounts.map((amount) => floorDivide(amount * of, whole));
  const left = Number(divideHalfAwayFromZero(sum(amounts) * of, whole) - sum(floors));
  const byRemainder = amounts
    .map((amount, index) => ({ index, remainder: amount * of - floors[index]! * whole }))
    .toSorted((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1));
  for (const { index } of byRemainder.slice(0, left)) floors[index]! += 1n;
  return floors;
};

const floorDivide = (dividend: bigint, divisor: bigint): bigint => {
  const quotient = dividend / divisor;
  return dividend < 0n && quotient * divisor !== dividend ? quotient - 1n : quotient;
};

/**
 * Splits `total` in proportion to non-negative `weights` by largest remainder, so that the parts sum to it exactly.
 * With no positive weight everything goes to the first part.
 */
export const allocate = (total: bigint, weights: readonly bigint[]): bigint[] => {
  const whole = sum(weights);
  if (whole === 0n) return weights.map((_, i) => (i === 0 ? total : 0n));
  const parts = prorate(weights, { of: magnitude(total), whole });
  return total < 0n ? parts.map((part) => -part) : parts;
};
