import { expect, test } from '@jest/globals';
import { toEntries } from './entries.ts';

type Leg = [
  account: 'RECEIVABLE' | 'CASH' | 'BILLED' | 'TAX' | 'WRITTEN_OFF' | 'DISPUTED',
  itemId: string,
  amount: number,
];

const postings = (entryId: string, ...legs: Leg[]) =>
  legs.map(([account, itemId, amount], line) => ({
    entryId,
    line,
    postedOn: '2026-11-20',
    account,
    itemId,
    policyId: itemId.startsWith('INV') ? 'policy' : null,
    amount,
  }));

test.each<[string, number, Leg[]]>([
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
      ['RECEIVABLE', 'INV-2', -42.5],
      ['BILLED', 'INV-2', 42.5],
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
    50,
    [
      ['RECEIVABLE', 'PAY-1', 50],
      ['RECEIVABLE', 'INV-1', -50],
    ],
  ],
  [
    'Taken back',
    50,
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
    0,
    [
      ['DISPUTED', 'PAY-1', 9],
      ['CASH', 'PAY-1', -9],
    ],
  ],
  [
    'Dispute won',
    0,
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
])('an entry is read as: %s %d', (what, amount, legs) => {
  expect(toEntries(postings('e', ...legs))).toMatchObject([{ what, amount, postedOn: '2026-11-20' }]);
});

test('entries are sorted newest first, with their subject', () => {
  const entries = toEntries([
    ...postings('a', ['CASH', 'PAY-1', 50], ['RECEIVABLE', 'PAY-1', -50]),
    ...postings('b', ['RECEIVABLE', 'PAY-1', 50], ['RECEIVABLE', 'INV-1', -50]),
  ]);
  expect(entries.map(({ id, items }) => [id, items])).toEqual([
    [
      'b',
      [
        { id: 'PAY-1', isDocument: false },
        { id: 'INV-1', isDocument: true },
      ],
    ],
    ['a', [{ id: 'PAY-1', isDocument: false }]],
  ]);
});
