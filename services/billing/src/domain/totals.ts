import { divideHalfAwayFromZero, type Minor, RATE_SCALE, type Rate, sum } from '@staycover/kernel';
import type { LineDraft, ManualLine } from './line.ts';
import { componentsOf } from './line-parts.ts';

/** Tax in percent (ten-thousandths of one) by `stateCode category`; what is not there is not taxed. */
export type TaxRates = ReadonlyMap<string, Rate>;

export const taxKey = (stateCode: string, category: string): string => `${stateCode} ${category}`;

export type Totals = {
  subtotal: Minor;
  /** Minor units in digits, because JSON has no bigint. */
  subtotalsByCategory: Record<string, string>;
  tax: Minor;
  total: Minor;
  /** The state that all generated lines share. */
  stateCode: string | null;
};

type Line = LineDraft | ManualLine;

/** Adds up an invoice; its tax is rounded once per state and category. */
export const totalsOf = (lines: readonly Line[], taxRates: TaxRates): Totals => {
  const subtotal = sum(lines.map(({ amount }) => amount));
  const generated = lines.filter((line) => !line.manual);
  const tax = taxOf(generated, taxRates);
  const categories = Map.groupBy(lines, ({ category }) => category);
  const states = new Set(generated.map(({ stateCode }) => stateCode));
  return {
    subtotal,
    subtotalsByCategory: Object.fromEntries(
      [...categories].map(([category, its]) => [category, `${sum(its.map(({ amount }) => amount))}`]),
    ),
    tax,
    total: subtotal + tax,
    stateCode: states.size === 1 ? [...states][0]! : null,
  };
};

const taxOf = (lines: readonly LineDraft[], taxRates: TaxRates): Minor => {
  if (taxRates.size === 0) return 0n;
  const bases = new Map<string, Minor>();
  for (const { stateCode, parts } of lines) {
    if (stateCode === null) continue;
    for (const { treatment, amount, taxable } of componentsOf(parts)) {
      const key = taxKey(stateCode, treatment);
      if (taxable) bases.set(key, (bases.get(key) ?? 0n) + amount);
    }
  }
  return sum(
    [...bases].map(([key, base]) => divideHalfAwayFromZero(base * (taxRates.get(key) ?? 0n), RATE_SCALE * 100n)),
  );
};
