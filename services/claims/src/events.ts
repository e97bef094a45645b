import { type Announcements, announce } from '@staycover/change';
import { claimsEvents, eventRejected, inboundEvents } from '@staycover/events';
import type { Fault } from '@staycover/kernel';
import { type NewEvent, newEvent } from '@staycover/messaging';
import type { Claim } from './domain/claim.ts';
import type { ClaimEvent } from './domain/claim-event.ts';
import { claimState } from './wire/claim.ts';

const toEventData = (claim: Claim) => ({
  organizationId: claim.organizationId,
  version: claim.version,
  claimId: claim.id,
  claim: claimState(claim),
});

/** How each event of a claim is published. */
export const announcements: Announcements<Claim, ClaimEvent> = {
  'claim-submitted': announce(claimsEvents.claimSubmitted, toEventData),
  'claim-changed': announce(claimsEvents.claimChanged, toEventData),
  'claim-status-changed': announce(claimsEvents.claimStatusChanged, (claim, { previousStatus }) => ({
    ...toEventData(claim),
    previousStatus,
  })),
  'claim-assessed': announce(claimsEvents.claimAssessed, toEventData),
  'claim-decided': announce(claimsEvents.claimDecided, toEventData),
  'claim-reserve-changed': announce(claimsEvents.claimReserveChanged, (claim, { previousReserveAmount, note }) => ({
    ...toEventData(claim),
    previousReserveAmount,
    note,
  })),
  'claim-paid': announce(claimsEvents.claimPaid, (claim, { payout }) => ({ ...toEventData(claim), payout })),
};

type Rejected = { organizationId: string; event: { id: string; source: string } };

/** Informs the sender that an update had no effect after all; `id` identifies the rejection. */
export const updateRejected = ({ organizationId, event }: Rejected, errors: Fault[], id: string): NewEvent =>
  newEvent(
    eventRejected('claims'),
    { organizationId, id, version: 1 },
    { ...event, type: inboundEvents.claimUpdated.type, organizationId, version: 1, errors },
  );
