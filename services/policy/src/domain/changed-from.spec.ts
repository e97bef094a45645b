import { describe, expect, test } from '@jest/globals';
import { date } from '../testing/policies-in-time.ts';
import { rowsChangedFrom } from './changed-from.ts';
import type { EnrollmentRow } from './enrollment-rows.ts';

const row = (from: string, to: string | null, changes: Partial<EnrollmentRow> = {}): EnrollmentRow => ({
  propertyId: 'beach',
  enrolledDate: date(from),
  unenrolledDate: to ? date(to) : null,
  electionId: 'e',
  state: 'FL',
  planId: null,
  rateOverridePerNight: null,
  endorsementSelections: [],
  ...changes,
});

describe('cover differs from', () => {
  const end = date('2027-11-01');
  const before = { rows: [row('2026-11-01', null)], end };
  test.each<[string, EnrollmentRow[], string, string | undefined]>([
    ['nowhere for the same rows', [row('2026-11-01', null)], '2027-11-01', undefined],
    [
      'nowhere when a row is only cut',
      [row('2026-11-01', '2026-12-01'), row('2026-12-01', null)],
      '2027-11-01',
      undefined,
    ],
    ['nowhere under another election', [row('2026-11-01', null, { electionId: 'f' })], '2027-11-01', undefined],
    ['nowhere when the end only becomes explicit', [row('2026-11-01', '2027-11-01')], '2027-11-01', undefined],
    ['the night on which it ends', [row('2026-11-01', '2026-11-10')], '2027-11-01', '2026-11-10'],
    ['the night that is new', [row('2026-10-20', null)], '2027-11-01', '2026-10-20'],
    ['the end of the term before', [row('2026-11-01', null)], '2028-11-01', '2027-11-01'],
    [
      'the night of another state',
      [row('2026-11-01', '2026-11-10'), row('2026-11-10', null, { state: 'GA' })],
      '2027-11-01',
      '2026-11-10',
    ],
    [
      'the first night of another property',
      [...before.rows, row('2026-12-01', null, { propertyId: 'lake' })],
      '2027-11-01',
      '2026-12-01',
    ],
  ])('%s', (_name, rows, last, expected) => {
    expect(rowsChangedFrom(before, { rows, end: date(last) })?.toString()).toBe(expected);
  });
});
