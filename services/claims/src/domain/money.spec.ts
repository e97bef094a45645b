import { describe, expect, test } from '@jest/globals';
import { type Decision, isDomainError, newId, sum } from '@staycover/kernel';
import fc from 'fast-check';
import { brokenChair, contextWith, submittedClaim } from '../testing/submitted-claim.ts';
import { type Claim, type ClaimStatus, claimTransitions } from './claim.ts';
import type { ClaimEvent } from './claim-event.ts';
import { type ClaimPosition, type ClaimPosting, claimPostings } from './claim-ledger.ts';
import type { Cover } from './cover/cover.ts';
import { decideClaim } from './decide.ts';
import { addPayout } from './payout.ts';
import { setReserve } from './reserve.ts';
import { updateClaim } from './update.ts';

const context = contextWith('adjust');

const dollars = (amount: number): bigint => BigInt(Math.round(amount * 100)) * 100n;
const LIMIT = dollars(3_000);
const POLICIES = ['01a182d4-4751-79ac-8d83-fcf043f9cadb', '01a182d4-4751-79ac-8d83-fcf043f9cadc'];

const submitted = (): Claim => submittedClaim(brokenChair, context);

const cover = (policyId: string, selfCoverage: bigint | null): Cover => ({
  policyId,
  policyReference: 'POL-2026-000123',
  policyVersion: 3,
  covered: true,
  reason: null,
  currency: 'USD',
  otherCurrencies: [],
  limit: LIMIT,
  termLimit: null,
  termStart: null,
  cap: null,
  deductible: dollars(250),
  minimumClaim: 0n,
  selfCoverage,
  flags: [],
});

/** The claims of one stay and the ledger of its policies, kept as the service keeps them. */
const openBooks = () => {
  const claims = [submitted(), submitted(), submitted()];
  const postings: (ClaimPosting & { claimId: string | null; entry: number })[] = [];
  let entries = 0;
  const sumWhere = (fits: (posting: (typeof postings)[number]) => boolean): bigint =>
    sum(postings.filter(fits).map(({ amount }) => amount));
  const policyFund = (policyId: string): bigint =>
    -sumWhere((p) => p.policyId === policyId && p.account === 'LOSS_FUND');
  const claimPositions = (claimId: string): ClaimPosition[] =>
    POLICIES.map((policyId) => {
      const of = (account: string) =>
        sumWhere((p) => p.claimId === claimId && p.policyId === policyId && p.account === account);
      const held = { reserve: -of('CLAIM_RESERVE'), paid: -of('CLAIMS_PAID'), fund: of('LOSS_FUND') };
      return { policyId, currency: 'USD', ...held, retained: of('RETAINED_PREMIUM') };
    });
  return {
    claims,
    postings,
    claimPositions,
    policyFund,
    usedBeside: (claim: Claim) =>
      sum(claims.filter(({ id }) => id !== claim.id).map(({ insuredAmount }) => insuredAmount)),
    collect(policyId: string, amount: bigint) {
      const entry = ++entries;
      const to = (account: 'COLLECTED_PREMIUM' | 'LOSS_FUND', posted: bigint, line: number) =>
        postings.push({ policyId, currency: 'USD', line, account, amount: posted, claimId: null, entry });
      to('COLLECTED_PREMIUM', amount, 0);
      to('LOSS_FUND', -amount, 1);
    },
    change(i: number, decide: (claim: Claim) => Decision<Claim, ClaimEvent>) {
      const before = claims[i]!;
      try {
        claims[i] = decide(before).state;
      } catch (error) {
        if (isDomainError(error)) return;
        throw error;
      }
      const claim = claims[i]!;
      const fundHolds = claim.policyId === null ? 0n : policyFund(claim.policyId);
      const made = claimPostings({ claim, positions: claimPositions(claim.id), fundHolds });
      const entry = ++entries;
      postings.push(...made.map((posting) => ({ ...posting, claimId: claim.id, entry })));
    },
  };
};

const amount = fc.integer({ min: 0, max: 400_000 }).map((cents) => BigInt(cents) * 100n);
const which = fc.integer({ min: 0, max: 2 });
/** Of claims that wait for no money. */
const RELEASED: readonly ClaimStatus[] = ['PAID', 'DENIED', 'WITHDRAWN', 'CLOSED'];
const statuses = Object.keys(claimTransitions) as ClaimStatus[];
const step = fc.oneof(
  fc.record({ do: fc.constant('collect' as const), policy: fc.integer({ min: 0, max: 1 }), amount }),
  fc.record({ do: fc.constant('reserve' as const), which, amount }),
  fc.record({
    do: fc.constant('approve' as const),
    which,
    amount,
    policy: fc.integer({ min: 0, max: 1 }),
    /** Any: a correction may change it between two decisions. */
    selfCoverage: fc.option(amount, { nil: null }),
  }),
  fc.record({ do: fc.constant('pay' as const), which, amount }),
  fc.record({ do: fc.constant('reverse' as const), which, amount, payout: fc.nat(5) }),
  fc.record({ do: fc.constant('move' as const), which, to: fc.constantFrom(...statuses) }),
  // From where claims are decided, and decided again.
  fc.record({ do: fc.constant('move' as const), which, to: fc.constant('UNDER_REVIEW' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Books = ReturnType<typeof openBooks>;

const take = (books: Books, taken: Step): void => {
  if (taken.do === 'collect') return books.collect(POLICIES[taken.policy]!, taken.amount / 100n);
  const payout = { payee: 'Acme', reference: null, recordedBy: 'eve' };
  books.change(taken.which, (claim) => {
    const used = { ofStay: books.usedBeside(claim), ofTerm: 0n };
    switch (taken.do) {
      case 'reserve':
        return setReserve(claim, { amount: taken.amount, note: null });
      case 'approve': {
        const deciding = { cover: cover(POLICIES[taken.policy]!, taken.selfCoverage), used, decidedBy: 'eve' };
        return decideClaim(claim, { outcome: 'APPROVE', lossAmount: taken.amount }, deciding, context);
      }
      case 'pay':
        return addPayout(claim, { ...payout, amount: taken.amount, reverses: null }, context);
      case 'reverse': {
        const reverses = claim.payouts[taken.payout % Math.max(1, claim.payouts.length)]?.id ?? newId();
        return addPayout(claim, { ...payout, amount: -taken.amount, reverses }, context);
      }
      case 'move':
        return updateClaim(claim, { content: {}, status: taken.to, changedBy: 'eve', pointer: '' }, context);
    }
  });
};

describe('money of claims, whatever happens to them', () => {
  const history = fc.array(step, { minLength: 50, maxLength: 80, size: 'max' });

  /** Each rule that a claim has to keep, and whether it does. */
  const rulesFor = (books: Books, claim: Claim): [string, boolean][] => {
    const { approvedAmount, paidAmount, reserveAmount, payouts, selfCoverage } = claim;
    const isUncovered = claim.policyId === null;
    const positions = books.claimPositions(claim.id);
    const own = positions.find(({ policyId }) => policyId === claim.policyId) ?? { fund: 0n };
    const held = positions.flatMap(({ reserve, paid, fund, retained }) => [reserve, paid, fund, retained]);
    return [
      ['paid is within the approved', paidAmount <= (approvedAmount > 0n || paidAmount > 0n ? approvedAmount : 0n)],
      ['the reserve is not below 0', reserveAmount >= 0n],
      ['a released claim has no reserve', !RELEASED.includes(claim.status) || reserveAmount === 0n],
      ['the payouts are what is paid', sum(payouts.map((paid) => dollars(paid.amount))) === paidAmount],
      ['no account is below 0', held.every((amountHeld) => amountHeld >= 0n)],
      ['what is held is funded', positions.every((p) => p.fund + p.retained === p.reserve + p.paid)],
      ['the fund bears the self-coverage at most', selfCoverage === null || own.fund * 100n <= selfCoverage],
      ['the ledger has the reserve', isUncovered || sum(positions.map((p) => p.reserve)) * 100n === reserveAmount],
      ['the ledger has what is paid', isUncovered || sum(positions.map((p) => p.paid)) * 100n === paidAmount],
    ];
  };

  const brokenRules = (books: Books): string[] => {
    const insured = sum(books.claims.map(({ insuredAmount }) => insuredAmount));
    const rules: [string, boolean][] = [
      ['insured is within the limit', insured <= LIMIT + insuredUncovered(books)],
      ...books.claims.flatMap((claim) => rulesFor(books, claim)),
    ];
    return rules.flatMap(([rule, holds]) => (holds ? [] : [rule]));
  };

  /** An approval by event is unlimited when the cover is unknown. */
  const insuredUncovered = ({ claims }: Books): bigint =>
    sum(claims.filter(({ cover: kept }) => kept?.limit == null).map(({ insuredAmount }) => insuredAmount));

  test('insured is within the limit, paid within the approved, and no reserve below 0 (property 7)', () => {
    fc.assert(
      fc.property(history, (steps) => {
        const books = openBooks();
        for (const taken of steps) {
          take(books, taken);
          expect(brokenRules(books)).toEqual([]);
        }
        const entries = Map.groupBy(books.postings, ({ entry, line }) => `${entry} ${Math.floor(line / 5)}`);
        for (const entry of entries.values()) expect(sum(entry.map(({ amount: posted }) => posted))).toBe(0n);
        for (const policyId of POLICIES) expect(books.policyFund(policyId)).toBeGreaterThanOrEqual(0n);
      }),
      { numRuns: 150 },
    );
  });
});

test('what a claim was paid in another currency stays there, and in its own is taken back', () => {
  const held = { reserve: 0n, fund: 0n };
  const yen: ClaimPosition = { ...held, policyId: POLICIES[0]!, currency: 'JPY', paid: 5_000n, retained: 5_000n };
  const cents: ClaimPosition = { ...held, policyId: POLICIES[1]!, currency: 'USD', paid: 300n, retained: 300n };
  const claim = { policyId: newId(), currency: 'USD' as const, reserveAmount: 0n, paidAmount: 0n, selfCoverage: null };
  const postings = claimPostings({ claim, positions: [yen, cents], fundHolds: 0n });
  expect(postings.map(({ currency, account, amount: posted }) => [currency, account, posted])).toEqual([
    ['USD', 'CLAIMS_PAID', 300n],
    ['USD', 'CLAIM_RESERVE', -300n],
    ['USD', 'RETAINED_PREMIUM', -300n],
    ['USD', 'CLAIM_RESERVE', 300n],
  ]);
});

test('a claim takes 100 payouts, and each of them can be taken back', () => {
  const payout = { payee: null, reference: null, recordedBy: 'eve' };
  const pay = (claim: Claim): Claim =>
    addPayout(claim, { ...payout, amount: dollars(1), reverses: null }, context).state;
  const approved: Claim = { ...submitted(), status: 'APPROVED', approvedAmount: dollars(200) };
  const full = Array.from({ length: 100 }).reduce<Claim>(pay, approved);
  expect(() => pay(full)).toThrow(expect.objectContaining({ code: 'invalid-request' }));
  const back = { ...payout, amount: -dollars(1), reverses: full.payouts.at(-1)!.id };
  expect(addPayout(full, back, context).state.paidAmount).toBe(dollars(99));
});

describe('a payout from before the currency was known', () => {
  const asked = { payee: null, reference: null, recordedBy: 'eve' };
  const approved: Claim = { ...submitted(), status: 'APPROVED', currency: null, approvedAmount: dollars(200) };
  const paid = addPayout(approved, { ...asked, amount: 805_555n, reverses: null }, context).state;
  const known: Claim = { ...paid, currency: 'JPY' };
  const reverse = (back: bigint) =>
    addPayout(known, { ...asked, amount: -back, reverses: paid.payouts[0]!.id }, context).state.paidAmount;

  test('can be taken back as a whole, or in amounts of the currency', () => {
    expect([reverse(805_555n), reverse(800_000n)]).toEqual([0n, 5_555n]);
  });

  test('cannot in others', () => {
    expect(() => reverse(5_000n)).toThrow(expect.objectContaining({ code: 'invalid-request' }));
  });
});
