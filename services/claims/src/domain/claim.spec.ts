import { describe, expect, test } from '@jest/globals';
import { unreachable } from '@staycover/kernel';
import {
  amendClaim,
  assertOpen,
  type Claim,
  type ClaimStatus,
  claimTransitions,
  initialStatus,
  moveClaim,
} from './claim.ts';
import { type ClaimEvent, moved } from './claim-event.ts';
import { type ClaimDocument, emptyContent } from './content.ts';

const now = Temporal.Instant.from('2026-11-20T09:30:00Z');
const change = { by: 'adjuster-4', at: '2026-11-20T09:30:00.000Z' };

const claim = (changes: Partial<Claim> = {}): Claim => ({
  id: '01a1e36a-6fcc-77bd-8e0a-d6f5823115e0',
  organizationId: 'acme',
  number: 7n,
  claimReference: 'CLM-2026-000007',
  reservationReferenceId: 'RES-1',
  reservationId: null,
  policyId: null,
  policyReference: null,
  currency: null,
  termStart: null,
  selfCoverage: null,
  cover: null,
  decision: null,
  insuredAmount: 0n,
  approvedAmount: 0n,
  reserveAmount: 0n,
  paidAmount: 0n,
  payouts: [],
  ...initialStatus(true, { by: 'portal', at: '2026-11-19T00:00:00.000Z' }),
  ...emptyContent,
  damageDescription: 'Broken chair',
  assessment: null,
  submissionHash: 'h',
  byGuest: false,
  createdBy: 'system:inbound',
  createdDate: now,
  lastModifiedBy: 'system:inbound',
  lastModifiedDate: now,
  version: 1,
  ...changes,
});

const document = (changes: Partial<ClaimDocument>): ClaimDocument => ({
  fileName: 'chair.jpg',
  storageKey: null,
  publicUrl: null,
  contentType: null,
  fileSize: null,
  uploadedAt: null,
  ...changes,
});

describe('moving a claim', () => {
  const states = Object.keys(claimTransitions) as ClaimStatus[];
  const moves = states.flatMap((from) => states.map((to) => [from, to] as const));

  test.each(moves)('from %s to %s', (from, to) => {
    const move = () => moveClaim(claim({ status: from }), to, change);
    if (from === to) expect(move().statusHistory).toHaveLength(1);
    else if (claimTransitions[from].includes(to)) {
      expect(move()).toMatchObject({
        status: to,
        statusHistory: [{ status: 'DRAFT' }, { status: to, date: change.at, changedBy: 'adjuster-4' }],
      });
    } else
      expect(move).toThrow(
        expect.objectContaining({ code: 'invalid-transition', extra: { from, to, allowed: claimTransitions[from] } }),
      );
  });

  test('reaches every state from DRAFT', () => {
    expect(unreachable(claimTransitions, 'DRAFT')).toEqual([]);
  });

  test('a new claim starts its history with its first state', () => {
    expect(initialStatus(false, change)).toEqual({
      status: 'SUBMITTED',
      statusHistory: [{ status: 'SUBMITTED', date: change.at, changedBy: 'adjuster-4' }],
    });
    expect(initialStatus(true, change).status).toBe('DRAFT');
  });
});

describe('what a change announces', () => {
  const [draft, submitted] = [claim(), claim({ status: 'SUBMITTED' })];

  test.each<[string, Claim, Partial<Claim>, ClaimEvent['type'][]]>([
    ['of a claim where it stays', submitted, { damageDescription: 'Two chairs' }, ['claim-changed']],
    ['of a draft', draft, { damageDescription: 'Two chairs' }, []],
    ['that changes nothing', submitted, { damageDescription: 'Broken chair' }, []],
    ['that submits a draft', draft, { status: 'SUBMITTED' }, ['claim-submitted', 'claim-status-changed']],
    ['that moves a claim', submitted, { status: 'UNDER_REVIEW' }, ['claim-status-changed']],
  ])('%s', (_what, before, changes, types) => {
    expect(moved(before, { ...before, ...changes }).events.map(({ type }) => type)).toEqual(types);
  });
});

describe('amending a claim', () => {
  test('replaces provided values and keeps the others', () => {
    const amended = amendClaim(claim({ estimateAmount: 5n }), { damageDescription: 'Two broken chairs' }, '');
    expect(amended).toMatchObject({ damageDescription: 'Two broken chairs', estimateAmount: 5n });
    expect(amendClaim(amended, { estimateAmount: null }, '').estimateAmount).toBeNull();
  });

  test('adds documents, addresses and answers, the newer one for the same', () => {
    const before = claim({ documents: [document({ storageKey: 'k1' })], followupAnswers: { 'How old?': '2 years' } });
    const more = {
      documents: [document({ storageKey: 'k1', fileSize: 5 }), document({ storageKey: 'k2' })],
      claimUrls: [{ url: 'https://shop.example/chair', description: null }],
      followupAnswers: { 'How old?': '3 years', 'Receipt?': 'no' },
    };
    const after = amendClaim(before, more, '');
    expect(after.documents).toEqual([document({ storageKey: 'k1', fileSize: 5 }), document({ storageKey: 'k2' })]);
    expect(after.claimUrls).toHaveLength(1);
    expect(after.followupAnswers).toEqual({ 'How old?': '3 years', 'Receipt?': 'no' });
  });

  test('keeps documents that it does not name, also several of one name or without a key in storage', () => {
    const photos = [document({ fileSize: 1 }), document({ fileSize: 2 })];
    expect(amendClaim(claim({ documents: photos }), { estimateAmount: 5n }, '').documents).toEqual(photos);
    const more = [document({ storageKey: '', fileName: 'a.jpg' }), document({ storageKey: '', fileName: 'b.jpg' })];
    expect(amendClaim(claim({ documents: photos }), { documents: more }, '').documents).toEqual([...photos, ...more]);
    const again = document({ fileSize: 3 });
    expect(amendClaim(claim({ documents: photos }), { documents: [again] }, '').documents).toEqual([again]);
    const both = [...photos, ...more];
    expect(amendClaim(claim({ documents: both }), { documents: both }, '').documents).toEqual(both);
  });

  test('is refused when the claim would carry too much', () => {
    const full = claim({ documents: Array.from({ length: 200 }, (_, i) => document({ storageKey: `k${i}` })) });
    expect(() => amendClaim(full, { documents: [document({ storageKey: 'more' })] }, '/data')).toThrow(
      '/data/documents would make 201',
    );
  });

  test.each(Object.keys(claimTransitions) as ClaimStatus[])('of a claim that is %s', (status) => {
    const open = () => assertOpen(claim({ status }));
    if (status === 'WITHDRAWN') expect(open).toThrow('is WITHDRAWN and does not change');
    else expect(open).not.toThrow();
  });
});
