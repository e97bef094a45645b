import type { Resource } from '@staycover/client';

type Payout = Pick<Resource<'Claim'>['payouts'][number], 'id' | 'amount' | 'reverses'>;

/** Amounts have at most six decimals: as whole numbers they add up without a rest. */
const whole = (amount: number): number => Math.round(amount * 1_000_000);

/** Payouts of which something is left that can be taken back. */
export const payoutsLeft = <One extends Payout>(payouts: readonly One[]): One[] =>
  payouts.filter(({ id, amount }) => {
    const taken = payouts.filter(({ reverses }) => reverses === id);
    return amount > 0 && taken.reduce((left, back) => left + whole(back.amount), whole(amount)) > 0;
  });
