import { expect, test } from '@jest/globals';
import type { Resource } from '@staycover/client';
import { countsIn, eventIn, listTroubles, waitingFor } from './operations.ts';

type Standing = Resource<'ServiceStanding'>;

const consumer = { consumer: 'billing-x', fresh: true, pending: 2, unacknowledged: 1, redelivered: 0 };
const run = { dueAt: '', startedAt: '', finishedAt: null, counts: {} };

const well: Standing = {
  service: 'billing',
  asOf: '2026-11-20T09:30:00.000Z',
  ready: true,
  eventsReady: true,
  checks: { database: 'ok', nats: 'ok', relay: 'standby' },
  relay: 'ACTIVE',
  outbox: { unpublished: 3, oldestSeconds: 2, failing: 0, lastPublishedAt: null },
  consumers: [consumer],
  streams: [{ stream: 'BILLING', fill: 0.2 }],
  deadLetters: 1,
  schedules: [],
};

test('a service that is well has no trouble: what waits a moment, and a replica that stands by, are none', () => {
  expect(listTroubles(well)).toEqual([]);
});

test.each<[Partial<Standing>, string]>([
  [{ checks: { nats: 'disconnected' } }, 'nats: disconnected'],
  [{ relay: 'MISSING' }, 'no replica passes its events on'],
  [{ outbox: { ...well.outbox, oldestSeconds: 61.4 } }, '3 events to publish, the oldest for 61 s'],
  [{ consumers: [{ ...consumer, pending: 1_001 }] }, '1001 events wait for billing-x'],
  [{ streams: [{ stream: 'BILLING', fill: 0.755 }] }, 'the stream BILLING is 76 % full'],
  [
    {
      schedules: [
        {
          name: 'dunning',
          ranUntil: '',
          running: false,
          retryAt: null,
          lastRun: { ...run, outcome: 'FAILED', error: 'why' },
        },
      ],
    },
    'dunning failed: why',
  ],
])('trouble %#', (change, words) => {
  expect(listTroubles({ ...well, ...change })).toEqual([words]);
});

test('the number of waiting events is known when NATS reports every consumer', () => {
  expect(waitingFor(well)).toBe(3);
  expect(waitingFor({ ...well, consumers: [consumer, { ...consumer, pending: null }] })).toBeUndefined();
});

test('an event is called by its publisher and name', () => {
  expect(eventIn('insurance.inbound.claim-updated.acme')).toBe('inbound.claim-updated');
});

test.each<[Record<string, number>, string]>([
  [{ generated: 3, failed: 0, nothingToBill: 1 }, 'generated 3, nothing to bill 1'],
  [{ idempotency_key: 2 }, 'idempotency key 2'],
  [{ due: 0 }, 'nothing to do'],
])('a run that counted %j did: %s', (counts, words) => {
  expect(countsIn(counts)).toBe(words);
});
