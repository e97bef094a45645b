import { decimalPlaces } from './currencies.ts';
import { money } from './format.ts';

/** What the platform takes for a line. */
const MOST = 1_000_000_000;

/**
 * An amount that a person typed, in minor units, by its digits and never by floats.
 * @throws Error when it has more decimals than the currency, or is more than the platform takes.
 */
export const minorUnits = (text: string, currency: string): number => {
  const decimals = decimalPlaces(currency);
  const [, sign, whole, fraction = ''] = /^([-−]?)(\d+)(?:\.(\d+))?$/.exec(text.trim()) ?? [];
  if (whole === undefined) throw new Error('The amount must be a number, e.g. -10.00');
  if (fraction.length > decimals) throw new Error(`${currency} has ${decimals} decimals.`);
  const digits = BigInt(whole + fraction.padEnd(decimals, '0'));
  if (digits > MOST) throw new Error(`The amount must be at most ${money(MOST / 10 ** decimals, currency)}.`);
  return Number(sign === '' ? digits : -digits);
};
