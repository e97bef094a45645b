import { describe, expect, test } from '@jest/globals';
import type { PrintedDocument } from '@staycover/api';
import { calendarDate as day } from '@staycover/kernel';
import { documentHtml, issuedBy } from '@staycover/print';
import { documentPdf } from '@staycover/print/pdf';
import type { Invoice } from '../domain/invoice.ts';
import type { InvoiceLine } from '../domain/line.ts';
import { printedInvoice } from './printed-invoice.ts';

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
  amountPaid: 0n,
  amountCredited: 0n,
  amountWrittenOff: 0n,
  subtotalsByCategory: { CREDIT: '-4250', ADJUSTMENT: '-1000', INSURANCE_PREMIUM: '25925' },
} as unknown as Invoice;

const issuer = { ISSUED_BY: ['Lighthouse <Insurance> Ltd', 'VAT GB 123 4567 89'] };
const payer = { organizationId: 'acme', name: 'Acme Stays LLC', email: 'dana@acme.example' };
const printed = async (changes: Partial<Invoice> = {}) =>
  inParts(issuedBy(issuer, await printedInvoice({ invoice: { ...invoice, ...changes }, lines }, payer)));

const inPairs = (list: readonly { name: string; value: string }[]) => list.map(({ name, value }) => [name, value]);

/** What an invoice or credit note is made of. */
const inParts = (document: PrintedDocument) => ({
  document,
  title: document.title,
  notice: document.notice,
  facts: inPairs(document.facts),
  groups: document.tables[0]!.groups,
  subtotals: inPairs(document.sums[0]!),
  totals: inPairs(document.sums[1]!),
});

describe('the printed invoice', () => {
  test('has its lines by property and month, what was adjusted last, and every sum', async () => {
    const { groups, subtotals, totals, facts, notice } = await printed();
    expect(groups.map(({ name, total }) => [name, total])).toEqual([
      ['<script>alert(1)</script> & "Łódź" Ελλάδα ₹', '$127.50'],
      ['Beach House', '$89.25'],
      ['Adjustments', '-$10.00'],
    ]);
    expect(groups[1]!.lines).toEqual([
      ['November 2026', '30 nights', '$4.25', '$127.50'],
      ['November 2026, credit', '-10 nights', '$4.25', '-$42.50'],
      ['December 2026', '1 night', '$4.25', '$4.25'],
    ]);
    expect(groups[2]!.lines[0]).toEqual(['Goodwill for the late start', '', '', '-$10.00']);
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

  test('has its properties in the order in which people count', async () => {
    const houses = [33, 4, 39].map((n) => line({ propertyId: `p${n}`, propertyName: `House ${n}` }));
    const { tables } = await printedInvoice({ invoice, lines: houses }, payer);
    expect(tables[0]!.groups.map(({ name }) => name)).toEqual(['House 4', 'House 33', 'House 39']);
  });

  test.each([
    ['JPY', '¥21,688'],
    ['BHD', 'BHD\u00a021.688'],
    ['EUR', '€216.88'],
  ])('shows %s in its own format', async (currency, total) => {
    expect((await printed({ currency })).totals.at(-1)![1]).toBe(total);
  });

  test('keeps every digit of an amount beyond floats', async () => {
    expect((await printed({ total: 900_719_925_474_099_301n })).totals.at(-1)![1]).toBe('$9,007,199,254,740,993.01');
  });

  test('marks a draft as a draft', async () => {
    expect((await printed({ status: 'DRAFT', sentAt: null, dueDate: null })).notice).toMatch(/^Draft/);
  });
});

describe('the printed credit note', () => {
  const credit = {
    ...invoice,
    invoiceReference: 'INV-2026-000312',
    status: 'SENT',
    dueDate: null,
    subtotal: -4000n,
    tax: -158n,
    total: -4158n,
    amountCredited: -1000n,
    subtotalsByCategory: { CREDIT: '-4250', INSURANCE_PREMIUM: '250' },
  } as unknown as Invoice;
  const back = [
    line({ category: 'CREDIT', quantity: -10, amount: -4250n }),
    line({ stayMonth: '2026-12', quantity: 1, unitPrice: 25_000n, amount: 250n }),
  ];
  const note = async (changes: Partial<Invoice> = {}) =>
    inParts(
      issuedBy(
        {},
        await printedInvoice({ invoice: { ...credit, ...changes }, lines: back }, payer, ['INV-2026-000311']),
      ),
    );

  test('speaks of itself, gives back amounts above 0, and names the invoice that it corrects', async () => {
    const { title, notice, facts, groups, subtotals, totals } = await note();
    expect([title, notice]).toEqual(['Credit note', 'Nothing is to be paid: this credit goes to what you owe']);
    expect(groups[0]!.lines).toEqual([
      ['November 2026', '10 nights', '$4.25', '$42.50'],
      ['December 2026, charge', '-1 night', '$2.50', '-$2.50'],
    ]);
    expect(subtotals).toEqual([
      ['Insurance premium', '-$2.50'],
      ['Credit', '$42.50'],
    ]);
    expect(totals).toEqual([
      ['Subtotal', '$40.00'],
      ['Tax', '$1.58'],
      ['Total credit', '$41.58'],
      ['Used', '$10.00'],
      ['Left', '$31.58'],
    ]);
    expect(facts.slice(1)).toEqual([
      ['Issued', 'November 20, 2026'],
      ['Status', 'Issued'],
      ['Corrects', 'INV-2026-000311'],
    ]);
  });

  test.each([
    ['DRAFT', 'Draft: not issued, it may still change', 'Draft'],
    ['PAID', 'Nothing is to be paid: this credit has gone to what you owed', 'Used in full'],
    ['VOID', 'Void: nothing is credited', 'Void'],
  ] as const)('%s has its notice', async (status, expected, shown) => {
    const { notice, facts } = await note({ status, amountCredited: status === 'PAID' ? -4158n : 0n });
    expect([notice, facts.find(([name]) => name === 'Status')]).toEqual([expected, ['Status', shown]]);
  });

  test('never calls itself an invoice, on the page and in the PDF', async () => {
    expect(await documentHtml((await note()).document)).toContain('<title>Credit note INV-2026-000312</title>');
    expect((await documentHtml((await note()).document)).replaceAll('INV-2026', '')).not.toMatch(/invoice/i);
    const pdf = (await documentPdf((await note()).document)).toString('latin1');
    expect(pdf).toContain('(Credit note INV-2026-000312)');
  });
});

test('an invoice shows what has come, and what is due', async () => {
  const { totals } = await printed({ amountPaid: 10_000n, amountCredited: 4250n });
  expect(totals.slice(3)).toEqual([
    ['Paid', '-$100.00'],
    ['Credited', '-$42.50'],
    ['Amount due', '$74.38'],
  ]);
});

test('an invoice that was given up shows what was written off beside what had come', async () => {
  const { totals } = await printed({ status: 'UNCOLLECTIBLE', amountPaid: 10_000n, amountWrittenOff: 11_688n });
  expect(totals.slice(3)).toEqual([
    ['Paid', '-$100.00'],
    ['Written off', '-$116.88'],
    ['Amount due', '$0.00'],
  ]);
});

test('an invoice that was given up before anything came shows that nothing is due any more', async () => {
  const { totals } = await printed({ status: 'UNCOLLECTIBLE', amountWrittenOff: 21_688n });
  expect(totals.slice(2)).toEqual([
    ['Total', '$216.88'],
    ['Written off', '-$216.88'],
    ['Amount due', '$0.00'],
  ]);
});

test('the page escapes what people named their properties', async () => {
  const html = await documentHtml((await printed()).document);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Łódź&quot;');
  expect(html).not.toContain('<script');
});

test('the page begins with who issues it, where that is set', async () => {
  const html = await documentHtml((await printed()).document);
  expect(html).toMatch(
    /<header>\s*<p class="issuer"><strong>Lighthouse &lt;Insurance&gt; Ltd<\/strong><br>VAT GB 123 4567 89<\/p>/,
  );
  const unnamed = issuedBy({}, await printedInvoice({ invoice, lines }, payer));
  expect(await documentHtml(unnamed)).not.toContain('<p class="issuer"');
});

test('the PDF of a long invoice has all its pages', async () => {
  const many = Array.from({ length: 300 }, (_, i) => line({ propertyId: `p${i}`, propertyName: `Property ${i}` }));
  const pdf = await documentPdf(issuedBy(issuer, await printedInvoice({ invoice, lines: many }, payer)));
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)!.length).toBeGreaterThan(10);
});
