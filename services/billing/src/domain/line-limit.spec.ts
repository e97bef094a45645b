import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { enrolled, nights, openBooks, policy } from '../testing/books.ts';
import { emptyPart, joinParts } from './generate-invoice.ts';
import type { LineDraft } from './line.ts';
import { fitting, mayFit } from './line-limit.ts';

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

describe('of lines that come property by property', () => {
  const MOST_EACH = 8;
  const month = fc.constantFrom('2026-09', '2026-10', '2026-11', '2026-12');
  const properties = fc.uniqueArray(
    fc.tuple(fc.integer({ min: 10, max: 99 }), fc.array(month, { maxLength: MOST_EACH })),
    {
      selector: ([id]) => id,
    },
  );
  const toParts = (of: readonly [number, string[]][]) =>
    of.map(([id, months]) => lines(...months.map((stayMonth): [string, string] => [`p${id}`, stayMonth])));
  const result = (all: LineDraft[], most: number) => {
    const [fit, waitingFrom] = shown(fitting(all, most)) as [string[], string | null];
    return [fit.toSorted(), waitingFrom];
  };

  test('no more than twice as many as fit are kept, and those that fit are the same as of all', () => {
    fc.assert(
      fc.property(properties, fc.integer({ min: 1, max: 12 }), (of, most) => {
        let kept: LineDraft[] = [];
        for (const part of toParts(of)) {
          kept = mayFit([...kept, ...part], most);
          expect(kept.length).toBeLessThanOrEqual(Math.max(2 * most, most + MOST_EACH));
        }
        expect(result(kept, most)).toEqual(result(toParts(of).flat(), most));
      }),
      { numRuns: 1_000 },
    );
  });

  test('of 200 properties that are covered since 1900 no more than 100,000 are kept', () => {
    const months = Array.from(
      { length: 1_523 },
      (_, i) => `${1900 + Math.floor(i / 12)}-${`${(i % 12) + 1}`.padStart(2, '0')}`,
    );
    let all = emptyPart;
    for (let i = 100; i < 300; i++) {
      const one = lines(...months.map((stayMonth): [string, string] => [`p${i}`, stayMonth]));
      all = joinParts(all, { lines: one, notBilled: [], firstNight: null });
      expect(all.lines.length).toBeLessThanOrEqual(100_000);
    }
    const { lines: fit, waitingFrom } = fitting(all.lines);
    expect([fit.length, waitingFrom]).toEqual([50_000, '1920-11']);
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
