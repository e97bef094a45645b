import { fields, RenewalRecord, schemaExample } from '@staycover/api';
import { z } from 'zod';
import { aggregate } from './common.ts';
import { defineEvent } from './define.ts';

/** Which of a policy's three notice timestamps a notice fills. */
export const notices = [60, 30, 7] as const;

/** A renewal as events carry it. */
export const RenewalState = RenewalRecord.omit({ policyReference: true, reviewReasons: true }).meta({
  id: 'RenewalState',
  description: 'The renewal of a policy into one new term',
});
export type RenewalState = z.infer<typeof RenewalState>;

const scheduled = RenewalState.parse(schemaExample(RenewalRecord));
const { id: renewalId, organizationId, organizationPolicyId: policyId } = scheduled;
const state = { ...aggregate, renewalId: fields.uuid, policyId: fields.uuid, renewal: RenewalState };

const after = (changes: Partial<RenewalState>) => {
  const renewal = { ...scheduled, ...changes };
  return { organizationId, version: renewal.version, renewalId, policyId, renewal };
};

const renewalEvent = (name: string, summary: string, changes: Partial<RenewalState>) =>
  defineEvent('renewal', { name, summary, data: z.object(state), aggregateId: renewalId, example: after(changes) });

const withRequest = z.boolean().optional().meta({
  description: 'The new term is asked for together with it: renewal-requested follows. Absent where it is not',
});

export const renewalScheduled = defineEvent('renewal', {
  name: 'renewal-scheduled',
  summary: 'A renewal of a policy was scheduled',
  data: z.object({ ...state, withRequest }),
  aggregateId: renewalId,
  example: after({}),
});

export const renewalRequested = defineEvent('renewal', {
  name: 'renewal-requested',
  summary:
    'A new term is asked for; answered at least once, by term-renewed (one renewalId is one term) or renewal-rejected',
  data: z.object({
    ...state,
    expectedTermEnd: fields.calendarDate,
    newTermStart: fields.calendarDate,
    newTermEnd: fields.calendarDate,
    newRate: z.number().nullable(),
    noticeDue: z.literal(notices).optional().meta({
      description: 'The notice that became due together with the request. Absent where none did',
    }),
  }),
  aggregateId: renewalId,
  example: {
    ...after({ status: 'PROCESSING', version: 2 }),
    expectedTermEnd: scheduled.previousTermEnd,
    newTermStart: scheduled.newTermStart,
    newTermEnd: scheduled.newTermEnd,
    newRate: scheduled.newRate,
  },
});

export const renewalNoticeDue = defineEvent('renewal', {
  name: 'renewal-notice-due',
  summary: 'A notice of the coming renewal is due; of several missed notices only the nearest is published',
  data: z.object({
    ...state,
    notice: z.literal(notices),
    daysBeforeTermEnd: z.int(),
    termEnd: fields.calendarDate,
    dueAt: fields.timestamp,
    withRequest,
  }),
  aggregateId: renewalId,
  example: {
    ...after({}),
    notice: 60,
    daysBeforeTermEnd: 60,
    termEnd: scheduled.previousTermEnd,
    dueAt: '2027-09-01T02:00:03.120Z',
  },
});

const processed = { processedAt: '2027-11-01T02:00:01.250Z', processedBy: 'renewal-job' };

export const renewalCompleted = renewalEvent('renewal-completed', 'The policy has its new term', {
  ...processed,
  status: 'COMPLETED',
  version: 3,
});

export const renewalFailed = renewalEvent('renewal-failed', 'The policy service refused the new term', {
  ...processed,
  status: 'FAILED',
  failureReason: 'The policy is CANCELLED.',
  version: 3,
});

export const renewalCancelled = defineEvent('renewal', {
  name: 'renewal-cancelled',
  summary: 'The policy will not get the new term',
  data: z.object({
    ...state,
    withPolicy: z.boolean().optional().meta({
      description: 'Cancelled only as the policy was not to go on; scheduled again once it is. Absent in older events',
    }),
  }),
  aggregateId: renewalId,
  example: { ...after({ status: 'CANCELLED', version: 2 }), withPolicy: false },
});

export const renewalManualReview = defineEvent('renewal', {
  name: 'renewal-manual-review',
  summary: 'A person has to decide on a renewal',
  data: z.object({ ...state, reasons: fields.list(fields.longText, 500, 1), flaggedAt: fields.timestamp }),
  aggregateId: renewalId,
  example: {
    ...after({ status: 'MANUAL_REVIEW', version: 2 }),
    reasons: ['The policy is SUSPENDED.'],
    flaggedAt: '2027-09-01T02:00:03.900Z',
  },
});
