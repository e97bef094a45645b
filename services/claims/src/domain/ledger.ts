import { DomainError, type Minor, sum } from '@staycover/kernel';

/** Debits of COLLECTED_PREMIUM are incoming money; credits of the other accounts are its use. */
export type Account =
  | 'COLLECTED_PREMIUM'
  | 'RETAINED_PREMIUM'
  | 'LOSS_FUND'
  | 'PARTNER'
  | 'SERVICE'
  | 'CLAIM_RESERVE'
  | 'CLAIMS_PAID';

/** Where the money of one order line goes, in minor units; reversals have the opposite sign. */
export type Split = {
  orderLineId: string;
  stayMonth: string;
  premium: Minor;
  lossFund: Minor;
  partner: Minor;
  service: Minor;
  total: Minor;
};

/** One line of the ledger: a debit is positive, a credit negative. */
export type Posting = { line: number; account: Account; amount: Minor; orderLineId: string; stayMonth: string };

const LINES_PER_SPLIT = 5;

/**
 * The postings of one reserve-split event. Each split takes five lines; those with an amount are posted, and balance to
 * zero.
 * @throws DomainError `invalid-request` when the parts of a split do not sum to its total.
 */
export const splitPostings = (splits: readonly Split[]): Posting[] =>
  splits.flatMap((split, index) => {
    const { orderLineId, stayMonth } = split;
    const amounts: [Account, Minor][] = [
      ['COLLECTED_PREMIUM', split.total],
      ['RETAINED_PREMIUM', -split.premium],
      ['LOSS_FUND', -split.lossFund],
      ['PARTNER', -split.partner],
      ['SERVICE', -split.service],
    ];
    if (sum(amounts.map(([, amount]) => amount)) !== 0n) {
      throw DomainError.invalid([{ pointer: `/data/splits/${index}`, detail: 'must sum to its total' }]);
    }
    return amounts
      .map(([account, amount], i) => ({ line: index * LINES_PER_SPLIT + i, account, amount, orderLineId, stayMonth }))
      .filter(({ amount }) => amount !== 0n);
  });
