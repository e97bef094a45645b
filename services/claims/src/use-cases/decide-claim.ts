import { AskAgain, inTransaction, type Target, type Work } from '@staycover/change';
import { assertVersion, type Context } from '@staycover/kernel';
import { claims, storeDecision } from '../db/claims.ts';
import { lockPolicy } from '../db/policy-limits.ts';
import { lockClaimedReservation } from '../db/reservations.ts';
import { NOW, noteStatement } from '../db/statements.ts';
import type { Claim } from '../domain/claim.ts';
import { type DecisionAsked, decideClaim as decide } from '../domain/decide.ts';
import { askCover, type CoverAnswer, type CoverDeps, coverNow } from './ask-cover.ts';
import { linkByNumber } from './link-claim.ts';
import { untilAnswered } from './until-answered.ts';

/**
 * Decides a claim against the current cover of its night by the policy service. Claims of one stay and of one policy are
 * decided one after another: reservation, policy and claim are locked in this order.
 * @throws DomainError `not-found`, `version-mismatch`, `service-unavailable` without an answer of the policy service, and
 *   errors of the decision.
 */
export const decideClaim = (
  deps: CoverDeps,
  context: Context,
  target: Target,
  decision: DecisionAsked,
): Promise<Claim> =>
  untilAnswered(async () => {
    const before = await claims.load(deps.database, context.actor, target.id);
    const answer = await askCover(deps, before);
    return inTransaction(deps.database, (tx) => attemptIn(tx, context, { target, before, answer }, decision));
  });

type Attempt = { target: Target; before: Claim; answer: CoverAnswer };

/** @throws AskAgain when the cover of another night would have to be asked by now. */
const attemptIn = async (
  tx: Work,
  context: Context,
  { target, before, answer }: Attempt,
  decision: DecisionAsked,
): Promise<Claim> => {
  const { organizationId } = before;
  const reservation = await lockClaimedReservation(tx, organizationId, before);
  const expected = await coverNow(tx, before, reservation, answer);
  if (!expected) throw new AskAgain('The cover was asked for another night.');
  await lockPolicy(tx, expected.cover?.policyId ?? null);
  const claim = await claims.load(tx, context.actor, target.id);
  assertVersion('claim', claim.version, target.ifMatch);
  const now = await coverNow(tx, claim, reservation, answer);
  if (!now || now.cover?.policyId !== expected.cover?.policyId)
    throw new AskAgain('The cover was asked before the claim changed.');
  const linked = await linkByNumber(tx, claim, context);
  const decided = decide(linked, decision, { ...now, decidedBy: context.actor.id }, context);
  if (decided.state !== linked) await noteStatement(tx, claim.id, ['moved'], NOW);
  return storeDecision(tx, context, linked, decided);
};
