import { expect, test } from '@jest/globals';
import { calendarDate } from '@staycover/kernel';
import type { LedgerAccount } from '../domain/receivables/item.ts';
import { printedStatement } from './printed-statement.ts';

const items = new Map([
  ['i', { kind: 'INVOICE', reference: 'INV-1' }],
  ['c', { kind: 'CREDIT_NOTE', reference: 'INV-2' }],
  ['p', { kind: 'PAYMENT', reference: 'PAY-1' }],
  ['r', { kind: 'REFUND', reference: 'PAY-1' }],
] as const);

type Line = [account: LedgerAccount, itemId: string, amount: number];

const entry = (day: string, ...lines: Line[]) =>
  lines.map(([account, item_id, amount], line) => ({
    entry_id: day,
    line,
    posted_on: day,
    account,
    item_id,
    policy_id: null,
    amount: String(amount),
  }));

const statement = (postings: ReturnType<typeof entry>, opening = 0n, days = { from: '2026-11-01', to: '2026-11-30' }) =>
  printedStatement(
    { organizationId: 'acme', currency: 'USD', ...days },
    {
      payer: { organizationId: 'acme', name: 'Acme LLC', email: null },
      opening,
      postings,
      items,
      today: calendarDate('2026-11-20'),
    },
  );

test.each<[string, Line[], string]>([
  [
    'an invoice',
    [
      ['RECEIVABLE', 'i', 12_750],
      ['BILLED', 'i', -12_750],
    ],
    'Invoice INV-1',
  ],
  [
    'its void',
    [
      ['RECEIVABLE', 'i', -12_750],
      ['BILLED', 'i', 12_750],
    ],
    'Invoice INV-1, void',
  ],
  [
    'a credit note',
    [
      ['RECEIVABLE', 'c', -4250],
      ['BILLED', 'c', 4250],
    ],
    'Credit note INV-2',
  ],
  [
    'the void of one',
    [
      ['RECEIVABLE', 'c', 4250],
      ['BILLED', 'c', -4250],
    ],
    'Credit note INV-2, void',
  ],
  [
    'a payment',
    [
      ['CASH', 'p', 5000],
      ['RECEIVABLE', 'p', -5000],
    ],
    'Payment PAY-1',
  ],
  [
    'its reversal',
    [
      ['RECEIVABLE', 'p', 5000],
      ['CASH', 'p', -5000],
    ],
    'Payment PAY-1, reversed',
  ],
  [
    'a refund',
    [
      ['RECEIVABLE', 'r', 100],
      ['CASH', 'r', -100],
    ],
    'Refund of payment PAY-1',
  ],
  [
    'a refund that failed',
    [
      ['CASH', 'r', 100],
      ['RECEIVABLE', 'r', -100],
    ],
    'Refund of payment PAY-1, failed',
  ],
  [
    'a write-off',
    [
      ['WRITTEN_OFF', 'i', 900],
      ['RECEIVABLE', 'i', -900],
    ],
    'Invoice INV-1, written off',
  ],
  [
    'its end',
    [
      ['RECEIVABLE', 'i', 900],
      ['WRITTEN_OFF', 'i', -900],
    ],
    'Invoice INV-1, write-off taken back',
  ],
  [
    'a lost dispute',
    [
      ['RECEIVABLE', 'p', 700],
      ['DISPUTED', 'p', -700],
    ],
    'Payment PAY-1, taken back by the bank',
  ],
])('%s is named', async (_what, lines, text) => {
  const { tables } = await statement(entry('2026-11-05', ...lines));
  expect(tables[0]!.groups[0]!.lines.map(([what]) => what)).toEqual([text]);
});

test('shows what is owed after each entry, and adds up; where a credit meets an invoice nothing is owed more or less', async () => {
  const { tables, sums, facts } = await statement(
    [
      ...entry('2026-11-05', ['RECEIVABLE', 'i', 12_750], ['BILLED', 'i', -12_750]),
      ...entry('2026-11-06', ['CASH', 'p', 15_000], ['RECEIVABLE', 'p', -15_000]),
      ...entry('2026-11-07', ['RECEIVABLE', 'p', 12_750], ['RECEIVABLE', 'i', -12_750]),
    ],
    1000n,
  );
  expect(tables[0]!.groups[0]!.lines).toEqual([
    ['Invoice INV-1', 'November 5, 2026', '$127.50', '$137.50'],
    ['Payment PAY-1', 'November 6, 2026', '-$150.00', '-$12.50'],
  ]);
  expect(sums[0]!.map(({ name, value }) => `${name} ${value}`)).toEqual([
    'Owed before $10.00',
    'Charges $127.50',
    'Payments and credits -$150.00',
    'In your favor $12.50',
  ]);
  expect(facts[0]!.value).toBe('November 1\u2009–\u200920, 2026');
});

test('of days that are ahead has nothing', async () => {
  const { facts, tables } = await statement([], 0n, { from: '2026-12-01', to: '2026-12-31' });
  expect(facts[0]!.value).toBe('December 1, 2026');
  expect(tables[0]!.groups[0]!.lines).toEqual([]);
});
