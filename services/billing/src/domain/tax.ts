import {
  allocate,
  type CalendarDate,
  compareDates,
  divideHalfAwayFromZero,
  isAfter,
  type Minor,
  RATE_SCALE,
  type Rate,
  sum,
} from '@staycover/kernel';
import type { LineCategory, LineDraft } from './line.ts';
import { toComponents } from './line-parts.ts';

/** The tax of a state on a category from a day on, in percent (ten-thousandths of one). */
export type TaxRate = { stateCode: string; category: LineCategory; effectiveFrom: CalendarDate; percent: Rate };

/** Rates by state and category, the newest first; what is not there is not taxed. */
export type TaxRates = ReadonlyMap<string, readonly TaxRate[]>;

/** A state as rates name it, however its properties do. */
export const namedState = (state: string): string => state.trim().toUpperCase();

const rateKey = (stateCode: string, category: string): string => `${namedState(stateCode)} ${category}`;

export const groupTaxRates = (rates: readonly TaxRate[]): TaxRates =>
  Map.groupBy(
    rates.toSorted((a, b) => compareDates(b.effectiveFrom, a.effectiveFrom)),
    ({ stateCode, category }) => rateKey(stateCode, category),
  );

/**
 * The charges of an invoice with their tax: of each taxable part by the version in force on the line's first night,
 * rounded once per state, category and version, and shared out to the lines by largest remainder.
 */
export const withTax = (charges: readonly LineDraft[], taxRates: TaxRates): LineDraft[] => {
  if (taxRates.size === 0) return [...charges];
  const bases = Map.groupBy(
    charges.flatMap((line, index) => taxedParts(line, taxRates).map((part) => ({ ...part, index }))),
    ({ rate }) => rate,
  );
  const taxes = charges.map(() => 0n);
  for (const [{ percent }, shares] of bases) {
    const amounts = shares.map(({ amount }) => amount);
    const tax = divideHalfAwayFromZero(sum(amounts) * percent, RATE_SCALE * 100n);
    for (const [i, part] of allocate(tax, amounts).entries()) taxes[shares[i]!.index]! += part;
  }
  return charges.map((line, i) => ({ ...line, tax: taxes[i]! }));
};

const taxedParts = (line: LineDraft, taxRates: TaxRates): { amount: Minor; rate: TaxRate }[] => {
  const { stateCode, parts, nights } = line;
  if (stateCode === null) return [];
  return toComponents(parts).flatMap(({ treatment, amount, taxable }) => {
    const versions = taxable ? taxRates.get(rateKey(stateCode, treatment)) : undefined;
    const rate = versions?.find(({ effectiveFrom }) => !isAfter(effectiveFrom, nights[0]!.start));
    return rate ? [{ amount, rate }] : [];
  });
};
