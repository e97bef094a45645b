import { expect, test } from '@jest/globals';
import { toEntry } from './entries.ts';

type Leg = [
  account: 'RECEIVABLE' | 'CASH' | 'BILLED' | 'TAX' | 'WRITTEN_OFF' | 'DISPUTED',
  itemId: string,
  amount: number,
];

const ITEMS = {
  INV: { kind: 'INVOICE', reference: 'INV-2026-000001' },
  PAY: { kind: 'PAYMENT', reference: 'PAY-2026-000001' },
  REF: { kind: 'REFUND', reference: 'PAY-2026-000001' },
  CRN: { kind: 'CREDIT_NOTE', reference: 'INV-2026-000002' },
  OLD: null,
} as const;

const entry = (...legs: Leg[]) => ({
  entryId: 'e',
  postedOn: '2026-11-20',
  currency: 'USD',
  postings: legs.map(([account, itemId, amount]) => ({
    account,
    itemId,
    item: ITEMS[itemId.slice(0, 3) as keyof typeof ITEMS],
    policyId: /^(INV|CRN)/.test(itemId) ? 'policy' : null,
    amount,
  })),
});

test.each<[string, number | undefined, Leg[]]>([
  [
    'Billed',
    132.23,
    [
      ['RECEIVABLE', 'INV-1', 132.23],
      ['BILLED', 'INV-1', -127.5],
      ['TAX', 'INV-1', -4.73],
    ],
  ],
  [
    'Credited',
    -42.5,
    [
      ['RECEIVABLE', 'CRN-1', -42.5],
      ['BILLED', 'CRN-1', 42.5],
    ],
  ],
  [
    'Voided',
    -127.5,
    [
      ['RECEIVABLE', 'INV-1', -127.5],
      ['BILLED', 'INV-1', 127.5],
    ],
  ],
  [
    'Voided',
    42.5,
    [
      ['RECEIVABLE', 'CRN-1', 42.5],
      ['BILLED', 'CRN-1', -42.5],
    ],
  ],
  [
    'Billed',
    0,
    [
      ['BILLED', 'INV-1', -10],
      ['BILLED', 'INV-1', 10],
    ],
  ],
  [
    'Credited',
    0,
    [
      ['BILLED', 'CRN-1', 10],
      ['BILLED', 'CRN-1', -10],
    ],
  ],
  [
    'Money in',
    -50,
    [
      ['CASH', 'PAY-1', 50],
      ['RECEIVABLE', 'PAY-1', -50],
    ],
  ],
  [
    'Money back',
    50,
    [
      ['RECEIVABLE', 'PAY-1', 50],
      ['CASH', 'PAY-1', -50],
    ],
  ],
  [
    'Applied',
    undefined,
    [
      ['RECEIVABLE', 'PAY-1', 50],
      ['RECEIVABLE', 'INV-1', -50],
    ],
  ],
  [
    'Taken back',
    undefined,
    [
      ['RECEIVABLE', 'PAY-1', -50],
      ['RECEIVABLE', 'INV-1', 50],
    ],
  ],
  [
    'Written off',
    -7,
    [
      ['WRITTEN_OFF', 'INV-1', 7],
      ['RECEIVABLE', 'INV-1', -7],
    ],
  ],
  [
    'Came after all',
    7,
    [
      ['WRITTEN_OFF', 'INV-1', -7],
      ['RECEIVABLE', 'INV-1', 7],
    ],
  ],
  [
    'Disputed',
    undefined,
    [
      ['DISPUTED', 'PAY-1', 9],
      ['CASH', 'PAY-1', -9],
    ],
  ],
  [
    'Dispute won',
    undefined,
    [
      ['CASH', 'PAY-1', 9],
      ['DISPUTED', 'PAY-1', -9],
    ],
  ],
  [
    'Dispute lost',
    9,
    [
      ['RECEIVABLE', 'PAY-1', 9],
      ['DISPUTED', 'PAY-1', -9],
    ],
  ],
])('an entry is read as: %s %s', (what, amount, legs) => {
  expect(toEntry(entry(...legs))).toMatchObject({ id: 'e', what, amount, postedOn: '2026-11-20', currency: 'USD' });
});

test.each<[Leg[], { id: string; name: string; isDocument: boolean }[]]>([
  [
    [
      ['CASH', 'PAY-1', 50],
      ['RECEIVABLE', 'PAY-1', -50],
    ],
    [{ id: 'PAY-1', name: 'PAY-2026-000001', isDocument: false }],
  ],
  [
    [
      ['RECEIVABLE', 'PAY-1', 50],
      ['RECEIVABLE', 'INV-1', -50],
    ],
    [
      { id: 'PAY-1', name: 'PAY-2026-000001', isDocument: false },
      { id: 'INV-1', name: 'INV-2026-000001', isDocument: true },
    ],
  ],
  [
    [
      ['RECEIVABLE', 'REF-1', 50],
      ['CASH', 'REF-1', -50],
    ],
    [{ id: 'REF-1', name: 'refund of PAY-2026-000001', isDocument: false }],
  ],
  [
    [
      ['RECEIVABLE', 'OLD-1', 50],
      ['CASH', 'OLD-1', -50],
    ],
    [{ id: 'OLD-1', name: 'payment or refund', isDocument: false }],
  ],
])('an entry is about %j', (legs, items) => {
  expect(toEntry(entry(...legs)).items).toEqual(items);
});

test.each<[string, string, number, Leg[]]>([
  [
    'an invoice that was billed',
    'INV-1',
    132.23,
    [
      ['RECEIVABLE', 'INV-1', 132.23],
      ['BILLED', 'INV-1', -127.5],
      ['TAX', 'INV-1', -4.73],
    ],
  ],
  [
    'an invoice that a payment was applied to',
    'INV-1',
    -50,
    [
      ['RECEIVABLE', 'PAY-1', 50],
      ['RECEIVABLE', 'INV-1', -50],
    ],
  ],
  [
    'a payment that was applied',
    'PAY-1',
    50,
    [
      ['RECEIVABLE', 'PAY-1', 50],
      ['RECEIVABLE', 'INV-1', -50],
    ],
  ],
  [
    'an invoice that a payment was taken back from',
    'INV-1',
    50,
    [
      ['RECEIVABLE', 'PAY-1', -50],
      ['RECEIVABLE', 'INV-1', 50],
    ],
  ],
  [
    'a credit note that was applied',
    'CRN-1',
    10,
    [
      ['RECEIVABLE', 'CRN-1', 10],
      ['RECEIVABLE', 'INV-1', -10],
    ],
  ],
])('an entry has the amount of one item alone, with its sign: %s', (_what, itemId, amount, legs) => {
  expect(toEntry(entry(...legs), itemId).amount).toBe(amount);
});

test('an allocation has what it moved, a dispute what is disputed', () => {
  const moved = (...legs: Leg[]) => toEntry(entry(...legs)).moved;
  expect(moved(['RECEIVABLE', 'PAY-1', -50], ['RECEIVABLE', 'INV-1', 50])).toBe(50);
  expect(moved(['DISPUTED', 'PAY-1', 9], ['CASH', 'PAY-1', -9])).toBe(9);
  expect(moved(['CASH', 'PAY-1', 50], ['RECEIVABLE', 'PAY-1', -50])).toBeUndefined();
});
