import { type Currency, least, type Minor, rateUnit, sum } from '@staycover/kernel';
import type { Amount } from './amount.ts';
import type { Claim } from './claim.ts';
import type { Account } from './ledger.ts';

/** The ledger balances of a claim on one policy, in minor units. */
export type ClaimPosition = {
  policyId: string;
  currency: Currency;
  reserve: Minor;
  paid: Minor;
  /** What of both came from the policy's loss fund, and what from its retained premium. */
  fund: Minor;
  retained: Minor;
};

export type ClaimPosting = { policyId: string; currency: Currency; line: number; account: Account; amount: Minor };

/** What the claim is to have, and what may fund it. */
type Funding = {
  claim: Pick<Claim, 'policyId' | 'currency' | 'reserveAmount' | 'paidAmount' | 'selfCoverage'>;
  positions: readonly ClaimPosition[];
  /** What the loss fund of the claim's policy holds, in its currency. */
  fundHolds: Minor;
};

const LINES_PER_ENTRY = 5;

/** In minor units, down to what the currency can pay. */
const toMinor = (amount: Amount, currency: Currency): Minor => amount / rateUnit(currency);

const atLeastZero = (amount: Minor): Minor => (amount > 0n ? amount : 0n);

/**
 * The postings from the current balances to the reserve and payouts of a claim. A reserve comes from the loss fund, per
 * claim at most the self-coverage and the balance of the fund, the rest from retained premium; it is released in reverse
 * order. What the fund bears above a self-coverage that fell goes over to retained premium. Each entry takes five lines
 * and balances to zero.
 */
export const claimPostings = ({ claim, positions, fundHolds }: Funding): ClaimPosting[] => {
  const postings: ClaimPosting[] = [];
  let entries = 0;
  const post = ({ policyId, currency }: ClaimPosition, ...legs: [Account, Minor][]): void => {
    const first = entries++ * LINES_PER_ENTRY;
    const lines = legs.map(([account, amount], i) => ({ policyId, currency, line: first + i, account, amount }));
    postings.push(...lines.filter(({ amount }) => amount !== 0n));
  };
  const book = positions.map((position) => ({ ...position }));
  const own = ownPosition(book, claim);
  const paid = own ? toMinor(claim.paidAmount, own.currency) : 0n;
  const inItsCurrency = book.filter((position) => position.currency === own?.currency);
  let toPay = own ? paid - sum(inItsCurrency.map((position) => position.paid)) : 0n;
  for (const position of inItsCurrency) {
    const back = least(atLeastZero(-toPay), position.paid);
    if (back > 0n) post(position, ['CLAIMS_PAID', back], ['CLAIM_RESERVE', -back]);
    position.reserve += back;
    toPay += back;
  }
  for (const position of book) {
    const reserve = position === own ? toMinor(claim.reserveAmount, own.currency) + atLeastZero(toPay) : 0n;
    const selfCoverage = position === own ? claim.selfCoverage : null;
    const raised = reserve - position.reserve;
    const fromFund = shareOfFund(position, raised, selfCoverage, fundHolds);
    post(position, ['LOSS_FUND', fromFund], ['RETAINED_PREMIUM', raised - fromFund], ['CLAIM_RESERVE', -raised]);
  }
  if (own && toPay > 0n) post(own, ['CLAIM_RESERVE', toPay], ['CLAIMS_PAID', -toPay]);
  return postings;
};

/** The position on the claim's policy, first among all. */
const ownPosition = (book: ClaimPosition[], { policyId, currency }: Funding['claim']): ClaimPosition | undefined => {
  if (policyId === null || currency === null) return undefined;
  const known = book.findIndex((position) => position.policyId === policyId && position.currency === currency);
  const [own] = known >= 0 ? book.splice(known, 1) : [];
  book.unshift(own ?? { policyId, currency, reserve: 0n, paid: 0n, fund: 0n, retained: 0n });
  return book[0];
};

/**
 * What of a change of the reserve comes from the loss fund, or below 0 returns to it; less when some of what it bears goes
 * over to retained premium.
 */
const shareOfFund = (position: ClaimPosition, raised: Minor, selfCoverage: Amount | null, holds: Minor): Minor => {
  const share = raised > 0n ? least(raised, atLeastZero(holds)) : raised + least(-raised, position.retained);
  return selfCoverage === null ? share : least(share, toMinor(selfCoverage, position.currency) - position.fund);
};
