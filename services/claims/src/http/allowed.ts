import { claimMoves } from '@staycover/api';
import type { AllowedActions } from '@staycover/http';
import type { Actor } from '@staycover/kernel';
import { type Claim, claimTransitions, hasNothingToPay, isUndecided } from '../domain/claim.ts';
import { neededRoles } from '../domain/move.ts';

const moves: readonly string[] = claimMoves;

/** What the state of a claim allows; of its moves, those that the actor has the role for. */
export const allowedOn = (claim: Claim, { roles }: Actor): AllowedActions => {
  const { status, paidAmount } = claim;
  return {
    setClaimStatus: [...claimTransitions[status], ...(hasNothingToPay(claim) ? (['CLOSED'] as const) : [])].filter(
      (to) =>
        moves.includes(to) &&
        roles.includes(neededRoles[to]) &&
        !(paidAmount !== 0n && (status === 'APPROVED' || to === 'WITHDRAWN')),
    ),
    updateClaim: claimTransitions[status].length > 0,
    decideClaim: status === 'UNDER_REVIEW',
    setClaimReserve: isUndecided({ status }),
    addClaimPayout: (status === 'APPROVED' && !hasNothingToPay(claim)) || (status !== 'CLOSED' && paidAmount !== 0n),
  };
};
