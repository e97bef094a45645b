import { z } from 'zod';
import * as f from './fields.ts';
import { numberCursor, paging } from './list.ts';
import { serviceNames } from './route.ts';
import { component } from './rules.ts';

const count = z.int().min(0);
const seconds = z.number().min(0);
const nullableTime = f.timestamp.nullable();

/** The path segment that names the service. */
export const serviceParam = z.enum(serviceNames).meta({ description: 'Service to query', example: 'billing' });

const scheduleOutcomes = ['RUNNING', 'COMPLETED', 'FAILED', 'ABANDONED'] as const;

const ScheduleRun = z.object({
  dueAt: f.timestamp,
  startedAt: f.timestamp,
  finishedAt: nullableTime,
  outcome: z.enum(scheduleOutcomes),
  counts: f.map(f.longText, z.number(), 100).meta({ description: 'What the run did' }),
  error: f.longText.nullable(),
});

const ScheduleStanding = z.object({
  name: f.longText,
  ranUntil: f.timestamp.meta({ description: 'The time up to which everything due has run' }),
  running: z.boolean().meta({ description: 'Whether a replica runs it now' }),
  retryAt: nullableTime.meta({ description: 'When a failed run is tried again' }),
  lastRun: ScheduleRun.nullable(),
});

const ConsumerStanding = z.object({
  consumer: f.longText,
  fresh: z.boolean().meta({ description: 'Whether the server delivers to it' }),
  pending: count
    .nullable()
    .meta({ description: 'Events that were not delivered yet; null where NATS does not answer' }),
  unacknowledged: count.nullable().meta({ description: 'Events that are under way' }),
  redelivered: count.nullable().meta({ description: 'Events under way that came before' }),
});

export const ServiceStanding = component(
  z.object({
    service: serviceParam,
    asOf: f.timestamp,
    ready: z.boolean().meta({ description: 'Whether the replica that answers takes requests' }),
    eventsReady: z.boolean().meta({ description: 'Whether events flow, too' }),
    checks: f
      .map(f.longText, f.longText, 20)
      .meta({ description: 'What readiness depends on, as that replica sees it' }),
    relay: z.enum(['ACTIVE', 'MISSING']).meta({
      description: 'Whether a replica publishes the events of the service, and follows those of others if it does',
    }),
    outbox: z
      .object({
        unpublished: count,
        oldestSeconds: seconds.meta({ description: 'How long the oldest of them waits' }),
        failing: count.meta({ description: 'Of them, those that failed before' }),
        lastPublishedAt: nullableTime,
      })
      .meta({ description: 'Events that are to be published' }),
    consumers: f.list(ConsumerStanding, 100),
    streams: f
      .list(z.object({ stream: f.longText, fill: z.number().min(0).nullable() }), 10)
      .meta({ description: 'How full its streams are, from 0 to 1; null where NATS does not answer' }),
    deadLetters: count.meta({ description: 'Open dead letters' }),
    schedules: f.list(ScheduleStanding, 100),
  }),
  {
    id: 'ServiceStanding',
    description: 'State of a service',
    example: {
      service: 'billing',
      asOf: '2026-11-20T09:30:00.000Z',
      ready: true,
      eventsReady: true,
      checks: { database: 'ok', lifecycle: 'ok', nats: 'ok', consumers: 'ok', relay: 'active' },
      relay: 'ACTIVE',
      outbox: { unpublished: 0, oldestSeconds: 0, failing: 0, lastPublishedAt: '2026-11-20T09:29:58.114Z' },
      consumers: [
        {
          consumer: 'billing-inbound-order-confirmed',
          fresh: true,
          pending: 0,
          unacknowledged: 0,
          redelivered: 0,
        },
      ],
      streams: [{ stream: 'BILLING', fill: 0.02 }],
      deadLetters: 1,
      schedules: [
        {
          name: 'dunning',
          ranUntil: '2026-11-20T02:00:00.000Z',
          running: false,
          retryAt: null,
          lastRun: {
            dueAt: '2026-11-20T02:00:00.000Z',
            startedAt: '2026-11-20T02:00:00.412Z',
            finishedAt: '2026-11-20T02:00:00.498Z',
            outcome: 'COMPLETED',
            counts: { pastDue: 3 },
            error: null,
          },
        },
      ],
    },
  },
);
export type ServiceStanding = z.infer<typeof ServiceStanding>;

const deadLetterStates = ['OPEN', 'REPLAYED', 'DUPLICATE', 'DISCARDED'] as const;

export const DeadLetterQuery = z.object({
  organizationId: f.organizationId.optional().meta({ description: 'All that the caller may see without it' }),
  state: z
    .enum(['OPEN', 'RESOLVED'])
    .default('OPEN')
    .meta({ description: 'Those that wait for a decision, or those that were replayed or discarded' }),
  ...paging(numberCursor),
});

const letter = {
  service: serviceParam,
  id: f.longText.meta({ description: 'Its number in the service' }),
  consumer: f.longText.meta({ description: 'Which handler gave it up' }),
  eventKey: f.longText.meta({ description: 'What makes the event the same when it comes again' }),
  organizationId: f.longText
    .nullable()
    .meta({ description: 'The organization of the event; null where that is unknown' }),
  subject: f.longText.meta({ description: 'The subject that it came under' }),
  state: z.enum(deadLetterStates),
  reason: f.longText,
  errors: f.list(z.object({ pointer: f.longText, detail: f.longText }), 200),
  attempts: z.int().min(0),
  receivedAt: nullableTime.meta({ description: 'When the platform got the event' }),
  createdAt: f.timestamp.meta({ description: 'When it was given up' }),
  resolvedAt: nullableTime,
  resolvedBy: f.longText.nullable(),
  note: f.longText.nullable().meta({ description: 'Why it was discarded' }),
};

const example = {
  service: 'claims' as const,
  id: '17',
  consumer: 'claims-inbound-claim-updated',
  eventKey: 'acme-stays /pms 8f14e45f',
  organizationId: 'acme-stays',
  subject: 'insurance.inbound.claim-updated.acme-stays',
  state: 'OPEN' as const,
  reason: 'The claim cannot go from DRAFT to UNDER_REVIEW.',
  errors: [],
  attempts: 1,
  receivedAt: '2026-11-20T09:30:00.010Z',
  createdAt: '2026-11-20T09:30:00.031Z',
  resolvedAt: null,
  resolvedBy: null,
  note: null,
};

export const DeadLetter = component(z.object(letter), {
  id: 'DeadLetter',
  description: 'An event that could not be processed',
  example,
});
export type DeadLetter = z.infer<typeof DeadLetter>;

export const DeadLetterDetail = component(
  z.object({
    ...letter,
    payload: z.string().max(400_000).meta({
      description: 'The event as it came; `base64:` and its bytes where it is no text; empty where it was not kept',
    }),
  }),
  {
    id: 'DeadLetterDetail',
    description: 'An event that could not be processed, with all of it',
    example: { ...example, payload: '{"specversion":"1.0"}' },
  },
);
export type DeadLetterDetail = z.infer<typeof DeadLetterDetail>;

export const Replay = component(
  z.object({
    outcome: z.enum(['REPLAYED', 'DUPLICATE', 'REJECTED']).meta({
      description: 'Whether it was processed now, had been processed before, or failed again and stays a dead letter',
    }),
    reason: f.longText.nullable().meta({ description: 'Why it was refused again' }),
  }),
  {
    id: 'Replay',
    description: 'What became of a dead letter that was tried again',
    example: { outcome: 'REPLAYED', reason: null },
  },
);

export const DiscardBody = component(z.object({ reason: f.filledText(1_000) }), {
  id: 'DiscardBody',
  description: 'Why a dead letter is let go',
  example: { reason: 'Sent by mistake, see the mail of 20 November' },
});
