import { publish, type Work } from '@staycover/change';
import type { DataOf, inboundEvents } from '@staycover/events';
import { type Context, type DomainError, type Fault, isDomainError } from '@staycover/kernel';
import { lockUpdated, storeDecision } from '../db/claims.ts';
import { findClaimed } from '../db/reservations.ts';
import { addWaiting, takeExpired, takeWaiting, type WaitingUpdate } from '../db/waiting-updates.ts';
import type { Claim } from '../domain/claim.ts';
import { updateClaim as decideUpdate } from '../domain/decisions.ts';
import { updateRejected } from '../events.ts';
import { updateFrom } from '../wire.ts';
import { assessClaim } from './record-assessment.ts';

type UpdateData = DataOf<typeof inboundEvents.claimUpdated>;
type Decision = ReturnType<typeof decideUpdate>;

/** How long an update waits for the claim that it may have overtaken. */
const PATIENCE = { hours: 1 };

/**
 * Adds to a claim and moves it, as its sender says; what changes nothing stores nothing. An update that comes before
 * its claim waits for it.
 * @throws DomainError `not-found`, `invalid-transition`, `invalid-request`.
 */
export const updateClaim = async (tx: Work, update: WaitingUpdate<UpdateData>, context: Context): Promise<void> => {
  for (const expired of await takeExpired<UpdateData>(tx, context.now.subtract(PATIENCE))) {
    await reject(tx, expired, [{ pointer: '/data/claimId', detail: 'names no claim, and none came' }], context);
  }
  const claim = await lockUpdated(tx, context.actor, update.claimId);
  if (!claim) return addWaiting(tx, update, context.now);
  await store(tx, claim, decideUpdate(claim, updateFrom(update.data), context), context);
};

/** Applies what waited for a claim, in the order in which it came; what cannot be is refused by itself. */
export const applyWaiting = async (tx: Work, submitted: Claim, context: Context): Promise<Claim> => {
  let claim = submitted;
  for (const waiting of await takeWaiting<UpdateData>(tx, claim)) {
    const decided = attempt(() => decideUpdate(claim, updateFrom(waiting.data), context));
    if (decided instanceof Error) await reject(tx, waiting, faultsOf(decided), context);
    else claim = await store(tx, claim, decided, context);
  }
  return claim;
};

/** Stores a decision about a locked claim, which is then assessed anew. */
export const store = async (tx: Work, claim: Claim, decision: Decision, context: Context): Promise<Claim> => {
  const stored = await storeDecision(tx, context, claim, decision);
  if (stored === claim) return claim;
  return assessClaim(tx, stored, await findClaimed(tx, stored.organizationId, stored), context);
};

const attempt = (decide: () => Decision): Decision | DomainError => {
  try {
    return decide();
  } catch (error) {
    if (isDomainError(error)) return error;
    throw error;
  }
};

const faultsOf = ({ message, extra }: DomainError): Fault[] =>
  (extra['errors'] as Fault[] | undefined) ?? [{ pointer: '', detail: message }];

/** Tells the sender that an update had no effect after all. */
const reject = (tx: Work, update: WaitingUpdate<UpdateData>, errors: Fault[], context: Context): Promise<void> =>
  publish(tx, context, updateRejected(update, errors, context.newId()));
