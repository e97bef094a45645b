import type { Tx } from '@staycover/db';
import { type DataOf, eventRejections, type inboundEvents } from '@staycover/events';
import { type DomainError, type Fault, isDomainError, timestamp } from '@staycover/kernel';
import { appendEvents, newEvent } from '@staycover/messaging';
import { lockUpdated, storeClaim } from '../db/claims.ts';
import { findClaimed } from '../db/reservations.ts';
import { addWaiting, takeExpired, takeWaiting, type WaitingUpdate } from '../db/waiting-updates.ts';
import { amendClaim, assertOpen, type Claim, moveClaim } from '../domain/claim.ts';
import { claimContent } from '../wire.ts';
import { movedEvents } from './claim-events.ts';
import { assessClaim, type Context } from './record-assessment.ts';

type UpdateData = DataOf<typeof inboundEvents.claimUpdated>;

export type UpdateClaim = Context & { data: UpdateData; event: { id: string; source: string } };

/** How long an update waits for the claim that it may have overtaken. */
const PATIENCE = { hours: 1 };

/**
 * Adds to a claim and moves it, as its sender says; what changes nothing stores nothing. An update that comes before
 * its claim waits for it.
 * @throws DomainError `not-found`, `invalid-transition`, `invalid-request`.
 */
export const updateClaim = async (tx: Tx, command: UpdateClaim): Promise<void> => {
  const { data, actor, now, event } = command;
  const { organizationId, claimId } = data;
  for (const expired of await takeExpired<UpdateData>(tx, now.subtract(PATIENCE))) {
    await reject(tx, expired, [{ pointer: '/data/claimId', detail: 'names no claim, and none came' }], command);
  }
  const claim = await lockUpdated(tx, actor, claimId);
  if (!claim) return addWaiting(tx, { organizationId, claimId, event, data }, now);
  await store(tx, claim, decide(claim, data, command), command);
};

/** Applies what waited for a claim, in the order in which it came; what cannot be is refused by itself. */
export const applyWaiting = async (tx: Tx, claim: Claim, context: Context): Promise<void> => {
  for (const waiting of await takeWaiting<UpdateData>(tx, claim)) {
    const decided = attempt(() => decide(claim, waiting.data, context));
    if (decided instanceof Error) await reject(tx, waiting, faultsOf(decided), context);
    else await store(tx, claim, decided, context);
  }
};

const decide = (claim: Claim, data: UpdateData, { now }: Context): Claim => {
  const content = claimContent(data);
  if (Object.keys(content).length > 0) assertOpen(claim);
  const amended = amendClaim(claim, content);
  return moveClaim(amended, data.statusName ?? claim.status, { by: data.changedBy, at: timestamp(now) });
};

const store = async (tx: Tx, claim: Claim, decided: Claim, context: Context): Promise<void> => {
  const { now, newId, traceparent } = context;
  const previousStatus = claim.status;
  if (!(await storeClaim(tx, claim, decided, context))) return;
  await appendEvents(tx, movedEvents(claim, previousStatus), { now, newId, traceparent });
  await assessClaim(tx, claim, await findClaimed(tx, claim.organizationId, claim), context);
};

const attempt = (work: () => Claim): Claim | DomainError => {
  try {
    return work();
  } catch (error) {
    if (isDomainError(error)) return error;
    throw error;
  }
};

const faultsOf = ({ message, extra }: DomainError): Fault[] =>
  (extra['errors'] as Fault[] | undefined) ?? [{ pointer: '', detail: message }];

const eventRejected = eventRejections.find(({ service }) => service === 'claims')!;

/** Tells the sender that an update had no effect after all. */
const reject = (
  tx: Tx,
  { organizationId, event }: WaitingUpdate<UpdateData>,
  errors: Fault[],
  context: Context,
): Promise<void> => {
  const { now, newId, traceparent } = context;
  const data = { ...event, type: 'insurance.inbound.claim-updated.v1', organizationId, version: 1, errors };
  const rejection = newEvent(eventRejected, { organizationId, id: newId(), version: 1 }, data);
  return appendEvents(tx, [rejection], { now, newId, traceparent });
};
