import { type Minor, sum } from '@staycover/kernel';
import type { LineDraft, ManualLine } from './line.ts';

export type Totals = {
  subtotal: Minor;
  /** Minor units in digits, because JSON has no bigint. */
  subtotalsByCategory: Record<string, string>;
  tax: Minor;
  total: Minor;
  /** The state that all generated lines share. */
  stateCode: string | null;
};

/** Adds up the lines of an invoice. */
export const calculateTotals = (lines: readonly (LineDraft | ManualLine)[]): Totals => {
  const subtotal = sum(lines.map(({ amount }) => amount));
  const generated = lines.filter((line) => !line.manual);
  const tax = sum(generated.map((line) => line.tax));
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
