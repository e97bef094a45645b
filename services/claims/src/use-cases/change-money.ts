import { ConcurrentChange, inTransaction, type Target, type Work } from '@staycover/change';
import { assertVersion, type Context } from '@staycover/kernel';
import { claims, storeDecision } from '../db/claims.ts';
import { findClaimPolicy, lockPolicy } from '../db/policy-limits.ts';
import { NOW, noteStatement, type StatementPart } from '../db/statements.ts';
import type { Claim } from '../domain/claim.ts';
import type { ClaimDecision } from '../domain/claim-event.ts';

/**
 * Changes the money of a claim. Claims of one policy share its loss fund: the policy is locked before the claim.
 * @throws DomainError `not-found`, `version-mismatch`, whatever `decide` throws.
 */
export const changeMoney = (
  work: Work,
  context: Context,
  { id, ifMatch }: Target,
  parts: readonly StatementPart[],
  decide: (claim: Claim) => ClaimDecision,
): Promise<Claim> =>
  inTransaction(work, async (tx) => {
    const policyId = await findClaimPolicy(tx, id);
    await lockPolicy(tx, policyId);
    const claim = await claims.load(tx, context.actor, id);
    assertVersion('claim', claim.version, ifMatch);
    if (claim.policyId !== policyId) throw new ConcurrentChange();
    await noteStatement(tx, claim.id, parts, NOW);
    return storeDecision(tx, context, claim, decide(claim));
  });
