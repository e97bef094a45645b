import { changed, type Decision, numberFromRate } from '@staycover/kernel';
import type { Claim, ClaimStatus, Payout } from './claim.ts';

/** What happens to claims. */
export type ClaimEvent =
  | { type: 'claim-submitted' }
  | { type: 'claim-changed' }
  | { type: 'claim-status-changed'; previousStatus: ClaimStatus }
  | { type: 'claim-assessed' }
  | { type: 'claim-decided' }
  | { type: 'claim-reserve-changed'; previousReserveAmount: number; note: string | null }
  | { type: 'claim-paid'; payout: Payout };

export type ClaimDecision = Decision<Claim, ClaimEvent>;

/** Publishes the new reserve, besides the event of its cause. */
export const reserveEvents = (
  before: Claim,
  after: Pick<Claim, 'reserveAmount'>,
  note: string | null = null,
): ClaimEvent[] =>
  before.reserveAmount === after.reserveAmount
    ? []
    : [{ type: 'claim-reserve-changed', previousReserveAmount: numberFromRate(before.reserveAmount), note }];

/**
 * Every move publishes its states; the first one out of DRAFT also publishes the submission. Another change publishes that there
 * was one, unless it is of a draft.
 */
export const moved = (before: Claim, after: Claim): ClaimDecision => {
  const events = [...moveEvents(before, after), ...reserveEvents(before, after)];
  const isNoted = events.length > 0 || after.status === 'DRAFT';
  return changed<Claim, ClaimEvent>(before, after, ...(isNoted ? events : [{ type: 'claim-changed' as const }]));
};

const moveEvents = ({ status: previousStatus }: Claim, { status }: Claim): ClaimEvent[] => {
  if (status === previousStatus) return [];
  const change = { type: 'claim-status-changed', previousStatus } as const;
  return status === 'SUBMITTED' ? [{ type: 'claim-submitted' }, change] : [change];
};
