import { describe, expect, test } from '@jest/globals';
import { type Currency, isDomainError } from '@staycover/kernel';
import fc from 'fast-check';
import { brokenChair, contextWith, submittedClaim } from '../testing/submitted-claim.ts';
import type { Claim } from './claim.ts';
import type { Cover } from './cover/cover.ts';
import { settle } from './cover/settlement.ts';
import { coverMembers, type DecisionAsked, decideClaim, reopened } from './decide.ts';
import { updateClaim } from './update.ts';

const context = contextWith('adjust');

const dollars = (amount: number): bigint => BigInt(Math.round(amount * 10_000));

const cover = (changes: Partial<Cover> = {}): Cover => ({
  policyId: '01a182d4-4751-79ac-8d83-fcf043f9cadb',
  policyReference: 'POL-2026-000123',
  policyVersion: 3,
  covered: true,
  reason: null,
  currency: 'USD',
  otherCurrencies: [],
  limit: dollars(3_000),
  termLimit: null,
  termStart: Temporal.PlainDate.from('2026-11-01'),
  cap: null,
  deductible: dollars(250),
  minimumClaim: 0n,
  selfCoverage: null,
  flags: [],
  ...changes,
});

const review = (changes: Partial<Claim> = {}): Claim => ({
  ...submittedClaim(brokenChair, context),
  status: 'UNDER_REVIEW',
  ...changes,
});

const nothing = { ofStay: 0n, ofTerm: 0n };

const decide = (
  claim: Claim,
  asked: Partial<DecisionAsked> = {},
  known: Cover | null = cover(),
  used = nothing,
): Claim =>
  decideClaim(claim, { outcome: 'APPROVE', ...asked }, { cover: known, used, decidedBy: 'eve' }, context).state;

describe('an approval', () => {
  test('cover 3,000, deductible 250: 1,000 pays 750; then 2,500 has 2,000 left, pays 1,750; a third nothing', () => {
    let ofStay = 0n;
    const paid = [1_000, 2_500, 500].map((loss) => {
      const claim = decide(review(), { lossAmount: dollars(loss) }, cover(), { ofStay, ofTerm: 0n });
      ofStay += claim.insuredAmount;
      return [claim.cover?.used, claim.decision?.insuredAmount, claim.decision?.approvedAmount];
    });
    expect(paid).toEqual([
      [0, 1_000, 750],
      [1_000, 2_000, 1_750],
      [3_000, 0, 0],
    ]);
  });

  test('is published, and stored with its author', () => {
    const { state, events } = decideClaim(
      review(),
      { outcome: 'APPROVE', note: 'Seen on photos' },
      { cover: cover(), used: nothing, decidedBy: 'eve' },
      context,
    );
    expect(events).toEqual([
      { type: 'claim-status-changed', previousStatus: 'UNDER_REVIEW' },
      { type: 'claim-decided' },
      { type: 'claim-reserve-changed', previousReserveAmount: 0, note: null },
    ]);
    expect(state).toMatchObject({
      status: 'APPROVED',
      currency: 'USD',
      cover: { covered: true, limit: 3_000, payable: 750 },
      decision: { outcome: 'APPROVE', lossAmount: 1_000, note: 'Seen on photos', decidedBy: 'eve', denialReason: null },
    });
  });

  test('is capped by category and by the remaining limit of the term', () => {
    expect(decide(review(), {}, cover({ cap: dollars(400) })).decision?.approvedAmount).toBe(150);
    const term = cover({ termLimit: dollars(10_000) });
    const used = { ofStay: 0n, ofTerm: dollars(9_500) };
    expect(decide(review(), {}, term, used).decision?.approvedAmount).toBe(250);
  });

  test.each<[string, Partial<DecisionAsked>, Partial<Cover> | null, Partial<Claim>]>([
    ['not-covered', {}, { covered: false, reason: 'SUSPENDED' }, {}],
    ['not-covered', {}, { minimumClaim: dollars(1_001) }, {}],
    ['currency-mismatch', {}, { otherCurrencies: ['EUR'] }, {}],
    ['currency-mismatch', {}, {}, { paidAmount: dollars(1), currency: 'JPY' }],
    ['exceeds-cover', { approvedAmount: dollars(750.01) }, {}, {}],
    ['claim-incomplete', {}, {}, { estimateAmount: null }],
    ['claim-incomplete', { approvedAmount: dollars(1) }, {}, { estimateAmount: null }],
    ['claim-incomplete', {}, null, {}],
    ['claim-has-payouts', { approvedAmount: dollars(100) }, {}, { paidAmount: dollars(200) }],
    ['invalid-request', { approvedAmount: 10_001n }, {}, {}],
    ['invalid-transition', {}, {}, { status: 'SUBMITTED' }],
    ['invalid-transition', {}, {}, { status: 'APPROVED' }],
  ])('is refused as %s: %p, %p, %p', (code, asked, known, changes) => {
    const refused = () => decide(review(changes), asked, known && cover(known));
    expect(refused).toThrow(expect.objectContaining({ code }));
  });

  test('with unknown cover uses the approved amount', () => {
    const claim = decide(review(), { approvedAmount: dollars(400) }, null);
    expect(claim).toMatchObject({ cover: { covered: null }, decision: { approvedAmount: 400, insuredAmount: 400 } });
  });

  test('again changes nothing; a different one needs a claim in review', () => {
    const approved = decide(review(), { lossAmount: dollars(800) });
    expect(decide(approved, { lossAmount: dollars(800) })).toBe(approved);
    expect(decide(approved)).toBe(approved);
    const paid: Claim = { ...approved, status: 'PAID' };
    expect(decide(paid, { lossAmount: dollars(800), approvedAmount: dollars(550) })).toBe(paid);
    for (const other of [{ lossAmount: dollars(801) }, { approvedAmount: dollars(549) }, { note: 'Seen' }]) {
      expect(() => decide(approved, other)).toThrow('cannot go from APPROVED to APPROVED');
    }
    expect(() => decide(review({ decision: approved.decision, status: 'SUBMITTED' }))).toThrow(
      'cannot go from SUBMITTED',
    );
  });
});

test.each([
  [200, 'APPROVED', 550],
  [750, 'PAID', 0],
])('given %d of 750 paid before, then an approval makes the claim %s, with %d in reserve', (paid, status, reserve) => {
  const decided = decide(review({ paidAmount: dollars(paid), currency: 'USD' }));
  expect([decided.status, decided.reserveAmount]).toEqual([status, dollars(reserve)]);
});

describe('an event with only the status APPROVED', () => {
  test.each<[number, Partial<Cover> | null]>([
    [750, {}],
    [750, { minimumClaim: dollars(1_000) }],
    [0, { minimumClaim: dollars(1_001) }],
    [0, { covered: false, reason: 'OUTSIDE_STAY' }],
    [0, { otherCurrencies: ['EUR'] }],
    [1_000, null],
  ])('approves %d of 1,000 with %p', (approvedAmount, known) => {
    const deciding = { cover: known && cover(known), used: nothing, decidedBy: 'eve', isStatusOnly: true };
    const { state } = decideClaim(review(), { outcome: 'APPROVE' }, deciding, context);
    expect(state).toMatchObject({ status: 'APPROVED', decision: { approvedAmount } });
  });

  test('is refused for a claim with payouts that its cover pays nothing of any more', () => {
    const known = cover({ covered: false, reason: 'SUSPENDED' });
    const deciding = { cover: known, used: nothing, decidedBy: 'eve', isStatusOnly: true };
    const approve = () => decideClaim(review({ paidAmount: dollars(1) }), { outcome: 'APPROVE' }, deciding, context);
    expect(approve).toThrow('less cannot be approved');
  });

  test.each([cover(), null])('is refused for a claim that was paid in another currency: %p', (known) => {
    const deciding = { cover: known, used: nothing, decidedBy: 'eve', isStatusOnly: true };
    const paid = review({ paidAmount: 1n, currency: 'JPY' });
    expect(() => decideClaim(paid, { outcome: 'APPROVE' }, deciding, context)).toThrow('JPY, and its cover is in');
  });

  test.each<[Claim['paidAmount'], Currency, boolean]>([
    [805_500n, 'JPY', false],
    [800_000n, 'JPY', true],
    [805_555n, 'USD', false],
    [805_500n, 'USD', true],
  ])(
    'of %d ten-thousandths that were paid before the currency was known, with a cover in %s',
    (paidAmount, currency, fits) => {
      const deciding = { cover: cover({ currency }), used: nothing, decidedBy: 'eve', isStatusOnly: true };
      const approve = () =>
        decideClaim(review({ paidAmount, currency: null }), { outcome: 'APPROVE' }, deciding, context);
      if (fits) expect(approve().state).toMatchObject({ status: 'APPROVED', currency, paidAmount });
      else expect(approve).toThrow(`of no known currency, and its cover is in ${currency} now`);
    },
  );

  test('is refused for what was paid in its currency, and is no amount of it', () => {
    const deciding = { cover: cover({ currency: 'JPY' }), used: nothing, decidedBy: 'eve', isStatusOnly: true };
    const paid = review({ paidAmount: 805_555n, currency: 'JPY' });
    expect(() => decideClaim(paid, { outcome: 'APPROVE' }, deciding, context)).toThrow('80.5555 JPY');
  });

  test('of a PAID claim adds what it brings, and leaves the type of cover that counts', () => {
    const paid: Claim = { ...decide(review()), status: 'PAID' };
    const update = (changes: Partial<Claim>) =>
      updateClaim(paid, { content: changes, status: 'APPROVED', changedBy: 'eve', pointer: '/data' }, context);
    expect(update({ damageDescription: 'Two chairs' })).toMatchObject({
      state: { status: 'PAID', damageDescription: 'Two chairs' },
      events: [{ type: 'claim-changed' }],
    });
    expect(() => update({ coverageType: 'DWELLING' })).toThrow('take that back to make it DWELLING');
    expect(update({}).state).toBe(paid);
  });
});

describe('what a claim keeps of its cover', () => {
  test.each<[number | null, Partial<Cover>]>([
    [750, {}],
    [0, { covered: false, reason: 'SUSPENDED' }],
    [0, { minimumClaim: dollars(1_001) }],
    [null, { otherCurrencies: ['EUR'] }],
  ])('pays %p of 1,000: %p', (payable, changes) => {
    expect(coverMembers(cover(changes), nothing, dollars(1_000)).cover).toMatchObject({ payable });
  });
});

describe('a denial', () => {
  test('needs no cover and has its reason', () => {
    const denied = decide(review({ estimateAmount: null }), { outcome: 'DENY', denialReason: 'FRAUD' }, null);
    expect(denied).toMatchObject({
      status: 'DENIED',
      insuredAmount: 0n,
      decision: { outcome: 'DENY', denialReason: 'FRAUD', approvedAmount: 0 },
    });
  });

  test('is refused after payouts', () => {
    expect(() => decide(review({ paidAmount: 1n }), { outcome: 'DENY' })).toThrow('was paid out');
  });
});

test('a decision is taken back before the first payout', () => {
  const approved = decide(review());
  expect(reopened(approved)).toEqual({ decision: null, insuredAmount: 0n, approvedAmount: 0n });
  expect(() => reopened({ ...approved, paidAmount: 1n })).toThrow('reverse them first');
});

describe('whatever is claimed', () => {
  const amount = fc.bigInt({ min: 0n, max: dollars(20_000) });
  const step = fc.record({ loss: amount, approved: fc.option(amount, { nil: undefined }), isUndone: fc.boolean() });

  test('insured amounts stay within limit and term, approvals within what is payable, after any decisions and undoings', () => {
    fc.assert(
      fc.property(
        fc.record({ limit: amount, termLimit: fc.option(amount, { nil: null }), deductible: amount }),
        fc.array(step, { maxLength: 12 }),
        (limits, steps) => {
          const known = cover(limits);
          const standing: Claim[] = [];
          const used = () => standing.reduce((sum, claim) => sum + claim.insuredAmount, 0n);
          for (const { loss, approved, isUndone } of steps) {
            const before = { ofStay: used(), ofTerm: used() };
            try {
              const asked = { lossAmount: loss, approvedAmount: approved };
              standing.push(decide(review(), asked, known, before));
              expect(standing.at(-1)!.approvedAmount <= settle(loss, known, before).payable).toBe(true);
            } catch (error) {
              expect(isDomainError(error, 'exceeds-cover') || isDomainError(error, 'invalid-request')).toBe(true);
            }
            if (isUndone) standing.pop();
          }
          expect(used() <= limits.limit).toBe(true);
          if (limits.termLimit !== null) expect(used() <= limits.termLimit).toBe(true);
        },
      ),
    );
  });
});
