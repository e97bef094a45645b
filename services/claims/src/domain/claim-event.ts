import { changed, type Decision, numberFromRate } from '@staycover/kernel';
import type { Claim, ClaimStatus, Payout } from './claim.ts';

/** What happens to claims. */
export type ClaimEvent =
  | { type: 'claim-submitted' }
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

/** Every move publishes its states; the first one out of DRAFT also publishes the submission. */
export const moved = (before: Claim, after: Claim): ClaimDecision => {
  const events: ClaimEvent[] = [];
  if (after.status !== before.status) {
    if (after.status === 'SUBMITTED') events.push({ type: 'claim-submitted' });
    events.push({ type: 'claim-status-changed', previousStatus: before.status });
  }
  return changed(before, after, ...events, ...reserveEvents(before, after));
};
