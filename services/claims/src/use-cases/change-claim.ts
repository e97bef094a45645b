import { inTransaction, type Target, type Work } from '@staycover/change';
import { assertVersion, type Context, type Decision } from '@staycover/kernel';
import { claims } from '../db/claims.ts';
import { NOW, noteStatement, type StatementPart } from '../db/statements.ts';
import type { Claim } from '../domain/claim.ts';
import type { ClaimEvent } from '../domain/claim-event.ts';
import type { AskedCover } from './ask-cover.ts';
import { storeAndAssess } from './update-claim.ts';

/**
 * Changes a claim, and assesses it again when that helps. One that is submitted gets the cover that was asked.
 * @throws DomainError `not-found`, `version-mismatch`, errors of `decide`.
 */
export const changeClaim = (
  work: Work,
  context: Context,
  { id, ifMatch }: Target,
  parts: readonly StatementPart[],
  decide: (claim: Claim) => Decision<Claim, ClaimEvent>,
  asked: AskedCover = null,
): Promise<Claim> =>
  inTransaction(work, async (tx) => {
    const claim = await claims.load(tx, context.actor, id);
    assertVersion('claim', claim.version, ifMatch);
    await noteStatement(tx, claim.id, parts, NOW);
    return storeAndAssess(tx, claim, decide(claim), context, asked);
  });
