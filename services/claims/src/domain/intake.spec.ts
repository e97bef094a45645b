import { describe, expect, test } from '@jest/globals';
import { type Context, newId } from '@staycover/kernel';
import { emptyAssessment } from './assessment/result.ts';
import { type Claim } from './claim.ts';
import { emptyContent, emptyDocument } from './content.ts';
import { emptyCover } from './cover/claim-cover.ts';
import { linkClaim } from './link.ts';
import { showAssessment } from './show-assessment.ts';
import { resubmitClaim, type Submission, submitClaim } from './submit.ts';
import { updateClaim } from './update.ts';

const context: Context = {
  actor: { id: 'system:inbound', organizations: ['acme'], roles: [] },
  now: Temporal.Instant.from('2026-11-20T09:30:00Z'),
  newId,
};

const submission = (changes: Partial<Submission> = {}): Submission => ({
  claimId: '01a1e36a-6fcc-77bd-8e0a-d6f5823115e0',
  organizationId: 'acme',
  isDraft: false,
  content: { ...emptyContent, damageDescription: 'Broken chair' },
  key: { reservationReferenceId: 'RES-1', reservationId: null },
  hash: 'h',
  changedBy: 'portal',
  pointer: '/data',
  ...changes,
});

const unknown = { reservation: undefined, cover: {} };

const submitted = (changes?: Partial<Submission>): Claim =>
  submitClaim(submission(changes), unknown, 7n, context).state;

const draft = submitted({ isDraft: true });
const claim = submitted();
const reservation = { reservationReferenceId: 'RES-1', reservationId: 12n };

describe('a submission', () => {
  test('makes a claim with its reference, under both names of its reservation', () => {
    const { state, events } = submitClaim(submission(), { reservation, cover: {} }, 7n, context);
    expect(state).toMatchObject({ ...reservation, claimReference: 'CLM-2026-000007', status: 'SUBMITTED', version: 1 });
    expect(events).toEqual([{ type: 'claim-submitted' }]);
  });

  test('of a draft publishes nothing', () => {
    expect(submitClaim(submission({ isDraft: true }), unknown, 7n, context).events).toEqual([]);
  });

  test('of a draft as final publishes the submission, then its states; what was added since stays', () => {
    const [photo, receipt] = ['photo.jpg', 'receipt.pdf'].map((fileName) => ({ ...emptyDocument, fileName }));
    const added = {
      followupAnswers: { When: 'At night' },
      documents: [photo!],
      claimUrls: [{ url: 'https://shop.example/chair', description: null }],
    };
    const again = submission({ hash: 'i' });
    const content = { ...again.content, documents: [receipt!], estimateAmount: 10_000n };
    const { state, events } = resubmitClaim({ ...draft, ...added }, { ...again, content }, unknown, context);
    expect(state).toMatchObject({
      ...added,
      status: 'SUBMITTED',
      submissionHash: 'i',
      estimateAmount: 10_000n,
      documents: [photo, receipt],
    });
    expect(events).toEqual([{ type: 'claim-submitted' }, { type: 'claim-status-changed', previousStatus: 'DRAFT' }]);
  });

  test('of a draft as a draft again is stored and publishes nothing', () => {
    const { state, events } = resubmitClaim(draft, submission({ isDraft: true, hash: 'i' }), unknown, context);
    expect([state === draft, state.status, events]).toEqual([false, 'DRAFT', []]);
  });

  test('of a claim that is no longer a draft is rejected', () => {
    expect(() => resubmitClaim(claim, submission({ hash: 'i' }), unknown, context)).toThrow('which is SUBMITTED');
  });
});

describe('an update', () => {
  test('moves the claim and publishes its states', () => {
    const { state, events } = updateClaim(
      claim,
      { content: {}, status: 'UNDER_REVIEW', changedBy: 'eve', pointer: '/data' },
      context,
    );
    expect(state.statusHistory.at(-1)).toEqual({
      status: 'UNDER_REVIEW',
      date: '2026-11-20T09:30:00.000Z',
      changedBy: 'eve',
    });
    expect(events).toEqual([{ type: 'claim-status-changed', previousStatus: 'SUBMITTED' }]);
  });

  test.each([
    ['nothing', {}],
    ['values that the claim has already', { damageDescription: 'Broken chair' }],
  ])('with %s changes nothing', (_what, content) => {
    const decision = updateClaim(claim, { content, status: 'SUBMITTED', changedBy: 'eve', pointer: '/data' }, context);
    expect(decision).toEqual({ state: claim, events: [] });
    expect(decision.state).toBe(claim);
  });

  describe('leaves the cover of the claim', () => {
    const cover = { ...emptyCover, covered: true, limit: 3_000, payable: 350 };
    const coverAfter = (content: object, changes: Partial<Claim> = {}) =>
      updateClaim(
        { ...claim, cover, ...changes },
        { content, status: undefined, changedBy: 'eve', pointer: '' },
        context,
      ).state.cover;

    test.each<[string, object]>([
      ['as it is when it describes the same damage', { damageDescription: 'A table', category: null }],
      ['as it is when it adds documents', { documents: [{ ...emptyDocument, fileName: 'table.jpg' }] }],
    ])('%s', (_what, content) => {
      expect(coverAfter(content)).toBe(cover);
    });

    test.each<[string, object]>([
      ['on another day', { damageDate: Temporal.PlainDate.from('2026-11-15') }],
      ['of another category', { category: 'JEWELRY' }],
      ['of another type', { coverageType: 'DWELLING' }],
    ])('unknown when the damage is %s', (_what, content) => {
      expect(coverAfter(content)).toBeNull();
      expect(coverAfter(content, { status: 'DRAFT' })).toBeNull();
      expect(coverAfter(content, { status: 'APPROVED' })).toBe(cover);
    });

    test('without what it pays when the estimate is another', () => {
      expect(coverAfter({ estimateAmount: 10_000n })).toEqual({ ...cover, payable: null });
      const uncovered = { ...cover, covered: false, payable: 0 };
      expect(coverAfter({ estimateAmount: 10_000n }, { cover: uncovered })).toBe(uncovered);
    });
  });

  test('of a withdrawn claim is rejected, unless it changes nothing', () => {
    const withdrawn: Claim = { ...claim, status: 'WITHDRAWN' };
    const update = (content: object) =>
      updateClaim(withdrawn, { content, status: undefined, changedBy: 'eve', pointer: '/data' }, context);
    expect(() => update({ damageDescription: 'Broken table' })).toThrow('does not change');
    expect(update({}).state).toBe(withdrawn);
  });
});

describe('a reservation that comes later', () => {
  test('gives the claim its other name; repeating it changes nothing', () => {
    const { state, events } = linkClaim(claim, reservation);
    expect([state.reservationId, events]).toEqual([12n, [{ type: 'claim-changed' }]]);
    expect(linkClaim(state, reservation).state).toBe(state);
  });

  test('leaves the reserve of a decided claim, which is what is left to pay', () => {
    const approved: Claim = { ...claim, status: 'APPROVED', currency: 'JPY', reserveAmount: 1_194_445n };
    expect(linkClaim(approved, reservation).state.reserveAmount).toBe(1_194_445n);
  });

  test.each([
    ['JPY', 1_000_000n],
    ['KWD', 1_005_550n],
    ['USD', 1_005_500n],
  ] as const)('leaves of a reserve what %s can pay', (currency, reserveAmount) => {
    const reserved = { ...claim, reserveAmount: 1_005_555n };
    const { state, events } = linkClaim(reserved, reservation, { currency });
    expect(state).toMatchObject({ currency, reserveAmount });
    expect(events).toEqual([{ type: 'claim-reserve-changed', previousReserveAmount: 100.5555, note: null }]);
  });
});

describe('an assessment', () => {
  const shown = { ...emptyAssessment, suggestedAmount: 120 };

  test('is shown and published; the same result at another time is neither', () => {
    const { state, events } = showAssessment(claim, shown);
    expect([state.assessment, events]).toEqual([shown, [{ type: 'claim-assessed' }]]);
    const again = showAssessment(state, { ...shown, assessedAt: '2026-12-01T00:00:00.000Z' });
    expect(again.state).toBe(state);
  });

  test.each(['APPROVED', 'PAID', 'CLOSED', 'WITHDRAWN'] as const)('of a claim that is %s is not shown', (status) => {
    const decided: Claim = { ...claim, status };
    expect(showAssessment(decided, shown)).toEqual({ state: decided, events: [] });
  });

  test('that was asked for before the one that is shown is not', () => {
    const later = { ...shown, assessedAt: '2026-11-20T09:30:10.000Z' };
    const earlier = { ...shown, suggestedAmount: 900, assessedAt: '2026-11-20T09:30:00.000Z' };
    const { state } = showAssessment(claim, later);
    expect(showAssessment(state, earlier)).toEqual({ state, events: [] });
    expect(showAssessment(showAssessment(claim, earlier).state, later).state.assessment).toBe(later);
  });
});
