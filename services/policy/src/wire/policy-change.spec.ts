import { describe, expect, test } from '@jest/globals';
import { jsonBytes } from '@staycover/kernel';
import fc from 'fast-check';
import type { PolicyChange } from '../domain/policy-change.ts';
import { datedChanges } from './policy-change.ts';

const day = Temporal.PlainDate.from('2026-11-10');
const recordedAt = Temporal.Instant.from('2026-11-01T09:00:00Z');

/** A change of the notes, of as many characters. */
const change = (length: number, sequence = 1): PolicyChange => ({
  sequence,
  kind: 'CHANGE',
  effectiveFrom: day,
  members: { notes: 'n'.repeat(length) } as PolicyChange['members'],
  status: null,
  addedRates: [],
  reason: null,
  note: null,
  policyVersion: 2,
  recordedAt,
  recordedBy: 'dana',
  withdrawnAt: null,
  withdrawnBy: null,
});

const lengths = (changes: ReturnType<typeof datedChanges>) =>
  changes.map(({ members }) => (members?.['notes'] as string | undefined)?.length ?? null);

describe('changes in an event', () => {
  test('are whole where they fit', () => {
    expect(lengths(datedChanges([change(10, 1), change(500, 2)], 2_000))).toEqual([10, 500]);
  });

  test('lose what the largest of them changes first, and stay in their order', () => {
    const changes = [change(10, 1), change(5_000, 2), change(500, 3)];
    expect(lengths(datedChanges(changes, 2_000))).toEqual([10, null, 500]);
  });

  test('never take more than they may, however many and large', () => {
    const some = fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 120 });
    fc.assert(
      fc.property(some, fc.integer({ min: -100, max: 20_000 }), (sizes, bytes) => {
        const shown = datedChanges(
          sizes.map((size, i) => change(size, i + 1)),
          bytes,
        );
        expect(shown.reduce((sum, one) => sum + jsonBytes(one), 0)).toBeLessThanOrEqual(Math.max(bytes, 0));
        expect(shown.map(({ sequence }) => sequence)).toEqual(shown.map((_, i) => i + 1));
      }),
    );
  });
});
