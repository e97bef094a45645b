import { billingEvents, inboundEvents } from '@staycover/events';
import { type Instant, systemActor } from '@staycover/kernel';
import { type HandlerContext, on, type Subscription } from '@staycover/messaging';
import type { TokenVault } from '../adapters/token-vault.ts';
import { postReserveSplit } from '../use-cases/post-reserve-split.ts';
import { submitClaim } from '../use-cases/submit-claim.ts';
import { syncReservation } from '../use-cases/sync-reservation.ts';
import { updateClaim } from '../use-cases/update-claim.ts';

const inbound = (organizationId: string, { now, newId, traceparent }: HandlerContext) => ({
  actor: systemActor('inbound', organizationId),
  now,
  newId,
  traceparent,
});

/** A clock that runs ahead must not keep later statements out. */
const statedAt = (time: string | undefined, now: Instant): Instant => {
  if (time === undefined) return now;
  const stated = Temporal.Instant.fromEpochMilliseconds(Math.max(0, Temporal.Instant.from(time).epochMilliseconds));
  return Temporal.Instant.compare(stated, now) < 0 ? stated : now;
};

/** What this service listens to. */
export const consumes = [
  billingEvents.reserveSplit,
  billingEvents.reserveSplitReversed,
  inboundEvents.reservationSynced,
  inboundEvents.claimSubmitted,
  inboundEvents.claimUpdated,
] as const;

/** Every input of this service and what it does. */
export const subscriptions = (vault: TokenVault): readonly Subscription[] => {
  const sync = syncReservation(vault);
  // What one sender says of one claim or reservation counts in the order in which it was said.
  const ordered = { ordered: true };
  return [
    on(billingEvents.reserveSplit, (tx, { id, data }, { now }) => postReserveSplit(tx, { eventId: id, data, now })),
    on(billingEvents.reserveSplitReversed, (tx, { id, data }, { now }) =>
      postReserveSplit(tx, { eventId: id, data, now }),
    ),
    on(
      inboundEvents.reservationSynced,
      (tx, { time, data }, context) =>
        sync(tx, { ...inbound(data.organizationId, context), data, statedAt: statedAt(time, context.now) }),
      ordered,
    ),
    on(
      inboundEvents.claimSubmitted,
      (tx, { source, data }, context) =>
        submitClaim(tx, { ...inbound(data.organizationId, context), data, changedBy: source }),
      ordered,
    ),
    on(
      inboundEvents.claimUpdated,
      (tx, { id, source, data }, context) =>
        updateClaim(tx, { ...inbound(data.organizationId, context), data, event: { id, source } }),
      ordered,
    ),
  ];
};
