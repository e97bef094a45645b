import { inTransaction, type Target, type Work } from '@staycover/change';
import { assertVersion, type Context } from '@staycover/kernel';
import { claims } from '../db/claims.ts';
import { NOW, noteStatement, type StatementPart } from '../db/statements.ts';
import type { Claim } from '../domain/claim.ts';
import type { ClaimDecision } from '../domain/claim-event.ts';
import type { CoverAnswer } from './ask-cover.ts';
import { storeAndAssess } from './store-and-assess.ts';

/**
 * Changes a claim, and assesses it again when that helps. One that is submitted gets the cover that was asked.
 * @throws DomainError `not-found`, `version-mismatch`, errors of `decide`.
 */
export const changeClaim = (
  work: Work,
  context: Context,
  { id, ifMatch }: Target,
  parts: readonly StatementPart[],
  decide: (claim: Claim) => ClaimDecision,
  answer: CoverAnswer = null,
): Promise<Claim> =>
  inTransaction(work, async (tx) => {
    const claim = await claims.load(tx, context.actor, id);
    assertVersion('claim', claim.version, ifMatch);
    const decision = decide(claim);
    // A state that is repeated is no move. A value that is repeated is newer than others on their way.
    const stated = decision.state === claim ? parts.filter((part) => part !== 'moved' && part !== 'submitted') : parts;
    await noteStatement(tx, claim.id, stated, NOW);
    return storeAndAssess(tx, claim, decision, context, answer);
  });
