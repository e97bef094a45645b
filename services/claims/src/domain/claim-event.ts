import type { ClaimStatus } from './claim.ts';

/** What happens to claims. */
export type ClaimEvent =
  | { type: 'claim-submitted' }
  | { type: 'claim-status-changed'; previousStatus: ClaimStatus }
  | { type: 'claim-assessed' }
  | { type: 'claim-decided' };
