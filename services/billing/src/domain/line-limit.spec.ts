import { describe, expect, test } from '@jest/globals';
import { enrolled, nights, openBooks, policy } from '../testing/books.ts';
import type { LineDraft } from './line.ts';
import { fitting } from './line-limit.ts';

const lines = (...of: [propertyId: string, stayMonth: string][]): LineDraft[] =>
  of.map(([propertyId, stayMonth]) => ({ propertyId, stayMonth }) as LineDraft);

const shown = ({ lines: fit, waitingFrom }: ReturnType<typeof fitting>) => [
  fit.map(({ propertyId, stayMonth }) => `${propertyId} ${stayMonth}`),
  waitingFrom,
];

describe('an invoice holds so many lines', () => {
  const twoMonths = lines(['a', '2026-12'], ['a', '2026-11'], ['b', '2026-11'], ['b', '2026-12']);

  test('all that fit are on it', () => {
    expect(shown(fitting(twoMonths, 4))).toEqual([['a 2026-12', 'a 2026-11', 'b 2026-11', 'b 2026-12'], null]);
  });

  test.each([3, 2])('a month that does not fit waits as a whole (%d)', (most) => {
    expect(shown(fitting(twoMonths, most))).toEqual([['a 2026-11', 'b 2026-11'], '2026-12']);
  });

  test('of a month that is too large the later properties wait, each with all its lines', () => {
    const large = lines(['a', '2026-11'], ['b', '2026-11'], ['b', '2026-11'], ['c', '2026-11']);
    expect(shown(fitting(large, 2))).toEqual([['a 2026-11'], '2026-11']);
  });
});

test('50,000 lines of a month fit; the next month is on the next invoice', () => {
  const enrollments = Array.from({ length: 30_000 }, (_, i) => enrolled(`p${i}`, nights('2026-11-30', '2026-12-02')));
  const books = openBooks();
  const of = policy({ enrollments });
  const first = books.move(books.generate('2026-12-20', of), 'SENT');
  expect([first.lines.length, first.lines[0]!.stayMonth, books.invoices[0]]).toEqual([
    30_000,
    '2026-11',
    expect.objectContaining({ waitingFrom: '2026-12' }),
  ]);
  const second = books.generate('2026-12-20', of, { changedFrom: null });
  expect([second.lines.length, second.lines[0]!.stayMonth, second.waitingFrom]).toEqual([30_000, '2026-12', null]);
});
