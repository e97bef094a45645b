import { decimalPlaces } from './currencies.ts';
import { DomainError } from './errors.ts';

/**
 * Money inside the platform is a bigint: an amount counts minor units of its aggregate's currency (cents for USD,
 * yen for JPY, fils for BHD), a rate counts ten-thousandths of a major unit. Numbers appear only on the wire.
 */
export type Currency = string;
export type Minor = bigint;
export type Rate = bigint;

export const RATE_SCALE = 10_000n;

const power = (decimals: number): bigint => 10n ** BigInt(decimals);

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
  const rate = scaled(value, 4);
  if (rate !== undefined) return rate;
  throw DomainError.invalid([{ pointer, detail: 'must have at most 4 decimals' }]);
};

/** The wire's number of a rate, e.g. 42500n → 4.25. */
export const numberFromRate = (rate: Rate): number => Number(rate) / 10_000;

/** Integer division rounded half away from zero; `divisor` > 0. */
export const divideHalfAwayFromZero = (dividend: bigint, divisor: bigint): bigint => {
  const magnitude = dividend < 0n ? -dividend : dividend;
  const rounded = (2n * magnitude + divisor) / (2n * divisor);
  return dividend < 0n ? -rounded : rounded;
};

/**
 * rate × quantity ÷ per in minor units of the currency, rounded half away from zero. `quantity` and `per` are whole
 * numbers: a rate of 120 a month of 30 nights is 120 per 30.
 */
export const multiplyRate = (rate: Rate, quantity: number, currency: Currency, per = 1): Minor =>
  divideHalfAwayFromZero(rate * BigInt(quantity) * power(decimalPlaces(currency)), RATE_SCALE * BigInt(per));

/** `percent` (up to 4 decimals) of an amount, rounded half away from zero. */
export const applyPercent = (amount: Minor, percent: number): Minor =>
  divideHalfAwayFromZero(amount * rateFromNumber(percent), RATE_SCALE * 100n);

export const sum = (amounts: Iterable<bigint>): bigint => {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
};

/**
 * Splits `total` in proportion to non-negative `weights` by largest remainder, so that the parts sum to it exactly.
 * With no positive weight everything goes to the first part.
 */
export const allocate = (total: bigint, weights: readonly bigint[]): bigint[] => {
  if (weights.length === 0) return [];
  const weight = sum(weights);
  if (weight === 0n) return weights.map((_, i) => (i === 0 ? total : 0n));
  const magnitude = total < 0n ? -total : total;
  const parts = weights.map((w) => (magnitude * w) / weight);
  const left = Number(magnitude - sum(parts));
  const byRemainder = weights
    .map((w, index) => ({ index, remainder: (magnitude * w) % weight }))
    .toSorted((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1));
  for (const { index } of byRemainder.slice(0, left)) parts[index]! += 1n;
  return total < 0n ? parts.map((part) => -part) : parts;
};
