import { type Announcements, announce } from '@staycover/change';
import { renewalEvents } from '@staycover/events';
import { timestamp } from '@staycover/kernel';
import type { Renewal, RenewalEvent } from './domain/renewal.ts';
import { renewalState } from './wire.ts';

const toEventData = (renewal: Renewal) => {
  const { id: renewalId, organizationId, policyId, version } = renewal;
  return { organizationId, version, renewalId, policyId, renewal: renewalState(renewal) };
};

/** How each step of a renewal is published. */
export const announcements: Announcements<Renewal, RenewalEvent> = {
  scheduled: announce(renewalEvents.renewalScheduled, (renewal, { withRequest }) => ({
    ...toEventData(renewal),
    withRequest,
  })),
  completed: announce(renewalEvents.renewalCompleted, toEventData),
  failed: announce(renewalEvents.renewalFailed, toEventData),
  cancelled: announce(renewalEvents.renewalCancelled, (renewal) => ({
    ...toEventData(renewal),
    withPolicy: renewal.cancelledWithPolicy,
  })),
  requested: announce(renewalEvents.renewalRequested, (renewal, { noticeDue }) => {
    const state = toEventData(renewal);
    const { newTermStart, newTermEnd, newRate, previousTermEnd: expectedTermEnd } = state.renewal;
    return { ...state, expectedTermEnd, newTermStart, newTermEnd, newRate, noticeDue };
  }),
  'notice-due': announce(renewalEvents.renewalNoticeDue, (renewal, { notice, daysBeforeTermEnd, withRequest }) => ({
    ...toEventData(renewal),
    notice,
    daysBeforeTermEnd,
    termEnd: renewal.previousTermEnd.toString(),
    dueAt: timestamp(renewal.lastModifiedDate),
    withRequest,
  })),
  'manual-review': announce(renewalEvents.renewalManualReview, (renewal, { reasons }) => ({
    ...toEventData(renewal),
    reasons: [...reasons],
    flaggedAt: timestamp(renewal.lastModifiedDate),
  })),
};
