import { z } from 'zod';
import * as f from './fields.ts';
import { personal } from './personal-data.ts';
import { component } from './rules.ts';

const printed = f.longList(z.object({ name: f.longText, value: f.longText }));

const PrintedLine = z.object({
  text: f.longText,
  quantity: f.longText.meta({ description: 'Empty for adjustments' }),
  unitPrice: f.longText.meta({ description: 'Empty for adjustments' }),
  amount: f.longText,
});

export const InvoiceDocument = component(
  z.object({
    title: f.longText,
    reference: f.longText,
    notice: f.longText.nullable().meta({ description: 'Why it is no invoice to be paid, or none any more' }),
    ...personal({ payer: f.longList(f.longText).meta({ description: 'Name of the payer, and their mail address' }) }),
    facts: printed,
    groups: f.longList(z.object({ name: f.longText, lines: f.longList(PrintedLine), total: f.longText })),
    subtotals: printed.meta({ description: 'By category' }),
    totals: printed,
  }),
  {
    id: 'InvoiceDocument',
    description: 'What an invoice says to people: the words and amounts of its page and its PDF',
    example: {
      title: 'Invoice',
      reference: 'INV-2026-000311',
      notice: null,
      payer: ['Acme Stays', 'billing@acme.example'],
      facts: [
        { name: 'Period', value: 'November 1 – 30, 2026' },
        { name: 'Due', value: 'December 20, 2026' },
      ],
      groups: [
        {
          name: 'Beach House',
          lines: [{ text: 'November 2026', quantity: '30 nights', unitPrice: '$4.25', amount: '$127.50' }],
          total: '$127.50',
        },
      ],
      subtotals: [{ name: 'Premium', value: '$127.50' }],
      totals: [{ name: 'Total', value: '$127.50' }],
    },
  },
);
export type InvoiceDocument = z.infer<typeof InvoiceDocument>;
