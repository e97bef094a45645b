import type { Decision } from '@staycover/kernel';
import type { Claim, ClaimStatus } from './claim.ts';
import type { Payout } from './claim-payout.ts';

/** What happens to claims. */
export type ClaimEvent =
  | { type: 'claim-submitted' }
  | { type: 'claim-status-changed'; previousStatus: ClaimStatus }
  | { type: 'claim-assessed' }
  | { type: 'claim-decided' }
  | { type: 'claim-reserve-changed'; previousReserveAmount: number; note: string | null }
  | { type: 'claim-paid'; payout: Payout };

export type ClaimDecision = Decision<Claim, ClaimEvent>;
