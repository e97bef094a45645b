import { describe, expect, test } from '@jest/globals';
import { everyRole } from '@staycover/kernel';
import { contextWith, submittedClaim } from '../testing/submitted-claim.ts';
import { addToClaim } from './add-to-claim.ts';
import { type Claim, type ClaimStatus } from './claim.ts';
import { type ClaimContent, emptyDocument } from './content.ts';

const photo = { ...emptyDocument, fileName: 'tv.jpg', storageKey: 'one' };
const shop = { url: 'https://shop.example/tv', description: 'The same one' };
const content: ClaimContent = {
  damageDate: Temporal.PlainDate.from('2026-11-13'),
  damageDescription: 'Broken television',
  estimateAmount: 6_000_000n,
  category: 'ELECTRONICS',
  coverageType: 'CONTENTS',
  documents: [photo],
  claimUrls: [shop],
  followupAnswers: { 'How old?': 'Two years.' },
};

const submitted = submittedClaim(content, contextWith('write'));

const claimThatIs = (status: ClaimStatus): Claim => ({ ...submitted, status });
const decided = ['APPROVED', 'DENIED', 'PAID', 'CLOSED'] as const;

const rewriting: [string, Partial<ClaimContent>][] = [
  ['another day', { damageDate: Temporal.PlainDate.from('2026-11-14') }],
  ['no day', { damageDate: null }],
  ['another text', { damageDescription: 'Broken lamp' }],
  ['another estimate', { estimateAmount: 9_000_000n }],
  ['another category', { category: 'LAMPS' }],
  ['another type', { coverageType: 'DWELLING' }],
  ['a document in the place of one', { documents: [{ ...photo, fileName: 'other.jpg' }] }],
  ['another description of an address', { claimUrls: [{ ...shop, description: null }] }],
  ['another answer', { followupAnswers: { 'How old?': 'New.' } }],
];

const adding: [string, Partial<ClaimContent>][] = [
  ['a document', { documents: [{ ...emptyDocument, fileName: 'receipt.pdf' }] }],
  ['an address', { claimUrls: [{ url: 'https://shop.example/lamp', description: null }] }],
  ['an answer', { followupAnswers: { 'Where is it?': 'In the hall.' } }],
];

describe('a claim that is decided', () => {
  test.each(rewriting)('does not get %s from who only writes', (_what, change) => {
    for (const status of decided) {
      expect(() => addToClaim(claimThatIs(status), change, contextWith('read', 'write'))).toThrow(
        expect.objectContaining({ code: 'invalid-transition', extra: { from: status, to: status, allowed: [] } }),
      );
    }
  });

  test.each(rewriting)('gets %s from an adjuster who writes, and with authentication off', (_what, change) => {
    for (const roles of [['write', 'adjust'], everyRole] as const) {
      const before = claimThatIs('DENIED');
      const { state } = addToClaim(before, change, contextWith(...roles));
      expect(state).not.toBe(before);
      expect(state).toMatchObject(change);
    }
  });

  test.each(adding)('gets %s from everybody who writes', (_what, change) => {
    const before = claimThatIs('APPROVED');
    const { state } = addToClaim(before, change, contextWith('write'));
    expect(state).not.toEqual(before);
    expect(addToClaim(state, change, contextWith('write')).state).toBe(state);
  });

  test('may be sent again as it is', () => {
    const before = claimThatIs('PAID');
    expect(addToClaim(before, content, contextWith('write')).state).toBe(before);
  });
});

test.each(rewriting)('a claim that is not decided gets %s from who only writes', (_what, change) => {
  for (const status of ['DRAFT', 'SUBMITTED', 'UNDER_REVIEW', 'INFO_REQUESTED'] as const) {
    expect(addToClaim(claimThatIs(status), change, contextWith('write')).state).toMatchObject(change);
  }
});
