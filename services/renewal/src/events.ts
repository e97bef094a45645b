import { type Announcements, announce } from '@staycover/change';
import { renewalEvents } from '@staycover/events';
import { timestamp } from '@staycover/kernel';
import type { Renewal, RenewalEvent } from './domain/renewal.ts';
import { renewalState } from './wire.ts';

const stateOf = (renewal: Renewal) => {
  const { id: renewalId, organizationId, policyId, version } = renewal;
  return { organizationId, version, renewalId, policyId, renewal: renewalState(renewal) };
};

/** How each step of a renewal is published. */
export const announcements: Announcements<Renewal, RenewalEvent> = {
  scheduled: announce(renewalEvents.renewalScheduled, stateOf),
  completed: announce(renewalEvents.renewalCompleted, stateOf),
  failed: announce(renewalEvents.renewalFailed, stateOf),
  cancelled: announce(renewalEvents.renewalCancelled, stateOf),
  requested: announce(renewalEvents.renewalRequested, (renewal) => {
    const state = stateOf(renewal);
    const { newTermStart, newTermEnd, newRate, previousTermEnd: expectedTermEnd } = state.renewal;
    return { ...state, expectedTermEnd, newTermStart, newTermEnd, newRate };
  }),
  'notice-due': announce(renewalEvents.renewalNoticeDue, (renewal, { notice, daysBeforeTermEnd }) => ({
    ...stateOf(renewal),
    notice,
    daysBeforeTermEnd,
    termEnd: renewal.previousTermEnd.toString(),
    dueAt: timestamp(renewal.lastModifiedDate),
  })),
  'manual-review': announce(renewalEvents.renewalManualReview, (renewal, { reasons }) => ({
    ...stateOf(renewal),
    reasons: [...reasons],
    flaggedAt: timestamp(renewal.lastModifiedDate),
  })),
};
