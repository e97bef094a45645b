import { expect, test } from '@jest/globals';
import { day } from '../testing/books.ts';
import { movedPeriod } from './draft.ts';
import type { Invoice } from './invoice.ts';

test.each([
  ['a later period', '2026-12-01', '2026-12-31', '2026-11-01', '2026-12-31'],
  ['a period that became shorter', '2026-11-01', '2026-11-30', '2026-11-01', '2026-11-30'],
  ['the period before, as in arrears', '2026-10-01', '2026-10-31', '2026-10-01', '2026-10-31'],
])('a draft from November to January that is generated again in %s', (_when, start, end, from, to) => {
  const draft = { periodStart: day('2026-11-01'), periodEnd: day('2027-01-31') } as Invoice;
  const moved = movedPeriod(draft, { start: day(start), end: day(end) });
  expect([moved.periodStart.toString(), moved.periodEnd.toString()]).toEqual([from, to]);
});
