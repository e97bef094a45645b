import { expect, test } from '@jest/globals';
import { documentDay } from './document-day.ts';

const term = { termStart: '2026-11-01', termEnd: '2027-10-31', renewalCount: 0 };

test.each([
  ['2026-11-01', undefined],
  ['2027-10-31', undefined],
  ['2027-11-01', '2027-10-31'],
  ['2026-10-31', '2026-11-01'],
])('on %s documents speak of %s', (today, day) => {
  expect(documentDay(term, today)).toBe(day);
});

test('before a later term documents speak of today, which is in the term before', () => {
  expect(documentDay({ ...term, renewalCount: 1 }, '2026-10-31')).toBeUndefined();
});
