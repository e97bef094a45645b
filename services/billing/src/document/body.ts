import type { InvoiceDocument } from '@staycover/api';
import type { PrintedInvoice } from './printed-invoice.ts';

const named = (pairs: readonly (readonly [name: string, value: string])[]) =>
  pairs.map(([name, value]) => ({ name, value }));

/** The document as JSON. */
export const documentBody = ({ facts, subtotals, totals, ...printed }: PrintedInvoice): InvoiceDocument => ({
  ...printed,
  facts: named(facts),
  subtotals: named(subtotals),
  totals: named(totals),
});
