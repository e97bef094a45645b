import type { Tx } from '@staycover/db';
import { renewalEvents } from '@staycover/events';
import { timestamp } from '@staycover/kernel';
import { appendEvents, type NewEvent, newEvent, type OutboxContext } from '@staycover/messaging';
import { storeRenewals } from '../db/renewals.ts';
import type { Step } from '../domain/renewal.ts';
import { renewalResource } from '../wire.ts';

/** Stores renewals as their last steps leave them, with the event of every step. */
export const saveSteps = async (tx: Tx, steps: readonly Step[], context: OutboxContext): Promise<void> => {
  const latest = new Map(steps.map(({ renewal }) => [renewal.id, renewal]));
  await storeRenewals(tx, [...latest.values()]);
  await appendEvents(tx, steps.map(eventOf), context);
};

const plainEvents = {
  scheduled: renewalEvents.renewalScheduled,
  completed: renewalEvents.renewalCompleted,
  failed: renewalEvents.renewalFailed,
  cancelled: renewalEvents.renewalCancelled,
};

const eventOf = ({ renewal, event }: Step): NewEvent => {
  const resource = renewalResource(renewal);
  const { id: renewalId, organizationId, policyId, version } = renewal;
  const state = { organizationId, version, renewalId, policyId, renewal: resource };
  const at = timestamp(renewal.lastModifiedDate);
  switch (event.type) {
    case 'requested': {
      const { newTermStart, newTermEnd, newRate, previousTermEnd: expectedTermEnd } = resource;
      const asked = { ...state, expectedTermEnd, newTermStart, newTermEnd, newRate };
      return newEvent(renewalEvents.renewalRequested, renewal, asked);
    }
    case 'notice-due': {
      const { notice, daysBeforeTermEnd } = event;
      const told = { ...state, notice, daysBeforeTermEnd, termEnd: resource.previousTermEnd, dueAt: at };
      return newEvent(renewalEvents.renewalNoticeDue, renewal, told);
    }
    case 'manual-review': {
      const flagged = { ...state, reasons: [...event.reasons], flaggedAt: at };
      return newEvent(renewalEvents.renewalManualReview, renewal, flagged);
    }
    default:
      return newEvent(plainEvents[event.type], renewal, state);
  }
};
