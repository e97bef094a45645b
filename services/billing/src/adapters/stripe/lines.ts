import { type Minor, sum } from '@staycover/kernel';
import type { InvoiceWithLines } from '../../domain/invoice.ts';
import { type InvoiceLine, isOrderLine } from '../../domain/line.ts';

type ProviderLine = { description: string; amount: Minor };

/** What Stripe takes on one invoice. */
export const MAX_LINES = 250;
const MAX_DESCRIPTION = 500;

/**
 * The lines that the customer sees at the provider, tax last. More than it takes are summed up by month and category,
 * and if even that is too much by category; the sum is always the invoice's total.
 */
export const providerLines = ({ invoice, lines }: InvoiceWithLines): ProviderLine[] => {
  const tax = invoice.tax === 0n ? [] : [{ description: 'Tax', amount: invoice.tax }];
  const room = MAX_LINES - tax.length;
  const shown = lines.length <= room ? lines.map(asItIs) : summedUp(lines, room);
  const all = [...shown, ...tax];
  return all.length > 0 ? all : [{ description: 'Nothing to pay', amount: 0n }];
};

const asItIs = ({ description, amount }: InvoiceLine): ProviderLine => ({
  description: description.slice(0, MAX_DESCRIPTION),
  amount,
});

const summedUp = (lines: readonly InvoiceLine[], room: number): ProviderLine[] => {
  const byMonth = groups(lines, (line) =>
    isOrderLine(line) ? `${categoryName(line)}, ${line.stayMonth}` : categoryName(line),
  );
  return byMonth.length <= room ? byMonth : groups(lines, categoryName);
};

const groups = (lines: readonly InvoiceLine[], getKey: (line: InvoiceLine) => string): ProviderLine[] =>
  [...Map.groupBy(lines, getKey)].map(([name, its]) => ({
    description: `${name} (${its.length === 1 ? '1 line' : `${its.length} lines`})`,
    amount: sum(its.map(({ amount }) => amount)),
  }));

const categoryName = ({ category }: InvoiceLine): string => {
  const words = category.toLowerCase().replaceAll('_', ' ');
  return words[0]!.toUpperCase() + words.slice(1);
};
