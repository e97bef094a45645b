import { changed, invalidTransition } from '@staycover/kernel';
import type { Amount } from './amount.ts';
import { type Claim, isUndecided } from './claim.ts';
import { type ClaimDecision, type ClaimEvent, reserveEvents } from './claim-event.ts';
import { assertDecimals } from './refusals.ts';

/**
 * Sets aside what a claim will cost, as long as it is not decided.
 * @throws DomainError `invalid-transition`, `invalid-request` for an amount that the currency cannot pay.
 */
export const setReserve = (claim: Claim, { amount, note }: { amount: Amount; note: string | null }): ClaimDecision => {
  if (!isUndecided(claim)) {
    const detail = `Claim ${claim.claimReference} is ${claim.status}: a reserve is set until it is decided.`;
    throw invalidTransition(detail, claim.status);
  }
  if (claim.currency) assertDecimals(amount, claim.currency, '/amount');
  return changed<Claim, ClaimEvent>(
    claim,
    { reserveAmount: amount },
    ...reserveEvents(claim, { reserveAmount: amount }, note),
  );
};
