import { decimalPlaces } from './currencies.ts';

/**
 * An amount that a person typed, in minor units, by its digits and never by floats.
 * @throws Error when it has more decimals than the currency.
 */
export const minorUnits = (text: string, currency: string): number => {
  const decimals = decimalPlaces(currency);
  const [, sign, whole, fraction = ''] = /^([-−]?)(\d+)(?:\.(\d+))?$/.exec(text.trim()) ?? [];
  if (whole === undefined) throw new Error('The amount must be a number, e.g. -10.00');
  if (fraction.length > decimals) throw new Error(`${currency} has ${decimals} decimals.`);
  const digits = BigInt(whole + fraction.padEnd(decimals, '0'));
  return Number(sign === '' ? digits : -digits);
};
