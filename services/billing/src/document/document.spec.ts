import { describe, expect, test } from '@jest/globals';
import type { Invoice } from '../domain/invoice.ts';
import type { InvoiceLine } from '../domain/line.ts';
import { invoiceHtml } from './html.ts';
import { mediaTypeFor } from './media-type.ts';
import { invoicePdf } from './pdf.ts';
import { printedInvoice } from './printed-invoice.ts';

const day = (text: string) => Temporal.PlainDate.from(text);

const line = (changes: object): InvoiceLine =>
  ({
    manual: false,
    category: 'INSURANCE_PREMIUM',
    propertyId: 'p1',
    propertyName: 'Beach House',
    stayMonth: '2026-11',
    quantity: 30,
    unitPrice: 42_500n,
    per: 1,
    amount: 12_750n,
    ...changes,
  }) as InvoiceLine;

const lines = [
  line({ stayMonth: '2026-12', quantity: 1, amount: 425n }),
  line({}),
  line({ category: 'CREDIT', quantity: -10, amount: -4250n }),
  line({ propertyId: 'p2', propertyName: '<script>alert(1)</script> & "Łódź" Ελλάδα ₹', amount: 12_750n }),
  line({ manual: true, category: 'ADJUSTMENT', description: 'Goodwill for the late start', amount: -1000n }),
];

const invoice = {
  invoiceReference: 'INV-2026-000311',
  status: 'SENT',
  currency: 'USD',
  periodStart: day('2026-11-01'),
  periodEnd: day('2026-11-30'),
  sentAt: Temporal.Instant.from('2026-11-20T09:30:00Z'),
  dueDate: day('2026-12-20'),
  paidDate: null,
  subtotal: 20_675n,
  tax: 1013n,
  total: 21_688n,
  subtotalsByCategory: { CREDIT: '-4250', ADJUSTMENT: '-1000', INSURANCE_PREMIUM: '25925' },
} as unknown as Invoice;

const payer = { organizationId: 'acme', name: 'Acme Stays LLC', email: 'dana@acme.example' };
const printed = (changes: Partial<Invoice> = {}) =>
  printedInvoice({ invoice: { ...invoice, ...changes }, lines }, payer);

describe('the media type', () => {
  test.each<[string | undefined, string]>([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['', 'application/json'],
    ['application/json', 'application/json'],
    ['application/pdf', 'application/pdf'],
    ['text/html', 'text/html'],
    ['text/*', 'text/html'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', 'text/html'],
    ['text/html;q=0.5, application/pdf', 'application/pdf'],
    ['application/pdf;q=0, */*', 'application/json'],
    ['image/png', 'application/json'],
    ['application/json;q=nonsense, text/html;q=0.1', 'text/html'],
    ['APPLICATION/PDF', 'application/pdf'],
  ])('for %p is %s', (accept, expected) => {
    expect(mediaTypeFor(accept)).toBe(expected);
  });
});

describe('the printed invoice', () => {
  test('has its lines by property and month, what was adjusted last, and every sum', () => {
    const { groups, subtotals, totals, facts, notice } = printed();
    expect(groups.map(({ name, total }) => [name, total])).toEqual([
      ['<script>alert(1)</script> & "Łódź" Ελλάδα ₹', '$127.50'],
      ['Beach House', '$89.25'],
      ['Adjustments', '-$10.00'],
    ]);
    expect(groups[1]!.lines).toEqual([
      { text: 'November 2026', quantity: '30 nights', unitPrice: '$4.25', amount: '$127.50' },
      { text: 'November 2026, credit', quantity: '-10 nights', unitPrice: '$4.25', amount: '-$42.50' },
      { text: 'December 2026', quantity: '1 night', unitPrice: '$4.25', amount: '$4.25' },
    ]);
    expect(groups[2]!.lines[0]).toEqual({
      text: 'Goodwill for the late start',
      quantity: '',
      unitPrice: '',
      amount: '-$10.00',
    });
    expect(subtotals).toEqual([
      ['Insurance premium', '$259.25'],
      ['Adjustment', '-$10.00'],
      ['Credit', '-$42.50'],
    ]);
    expect(totals).toEqual([
      ['Subtotal', '$206.75'],
      ['Tax', '$10.13'],
      ['Total', '$216.88'],
    ]);
    expect(facts).toEqual([
      ['Period', 'November 1\u2009–\u200930, 2026'],
      ['Issued', 'November 20, 2026'],
      ['Due', 'December 20, 2026'],
      ['Status', 'Sent'],
    ]);
    expect(notice).toBeNull();
  });

  test.each([
    ['JPY', '¥21,688'],
    ['BHD', 'BHD\u00a021.688'],
    ['EUR', '€216.88'],
  ])('shows %s in its own format', (currency, total) => {
    expect(printed({ currency }).totals.at(-1)![1]).toBe(total);
  });

  test('keeps every digit of an amount beyond floats', () => {
    expect(printed({ total: 900_719_925_474_099_301n }).totals.at(-1)![1]).toBe('$9,007,199,254,740,993.01');
  });

  test('says that a draft is none', () => {
    expect(printed({ status: 'DRAFT', sentAt: null, dueDate: null }).notice).toMatch(/^Draft/);
  });
});

test('the page escapes what people named their properties', () => {
  const html = invoiceHtml(printed());
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Łódź&quot;');
  expect(html).not.toContain('<script');
});

test('the PDF of a long invoice has all its pages', async () => {
  const many = Array.from({ length: 300 }, (_, i) => line({ propertyId: `p${i}`, propertyName: `Property ${i}` }));
  const pdf = await invoicePdf(printedInvoice({ invoice, lines: many }, payer));
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)!.length).toBeGreaterThan(10);
});
