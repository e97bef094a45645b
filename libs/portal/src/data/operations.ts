import type { Resource } from '@staycover/client';

type Standing = Resource<'ServiceStanding'>;

/** Every service that operators look at. */
export const services = ['contract', 'policy', 'billing', 'renewal', 'claims', 'insight'] as const;
export type Service = (typeof services)[number];

/** Less than that waits everywhere for a moment. */
const LONG_SECONDS = 60;
const MANY_EVENTS = 1_000;
const NEARLY_FULL = 0.7;

const events = (count: number): string => `${count} ${count === 1 ? 'event' : 'events'}`;

/** What is not as it should be, in words; nothing where all is well. */
export const listTroubles = ({ checks, relay, outbox, consumers, streams, schedules }: Standing): string[] => [
  ...Object.entries(checks)
    .filter(([name, state]) => name !== 'relay' && state !== 'ok')
    .map(([name, state]) => `${name}: ${state}`),
  ...(relay === 'ACTIVE' ? [] : ['no replica passes its events on']),
  ...(outbox.oldestSeconds > LONG_SECONDS
    ? [`${events(outbox.unpublished)} to publish, the oldest for ${Math.round(outbox.oldestSeconds)} s`]
    : []),
  ...consumers
    .filter(({ pending }) => pending !== null && pending > MANY_EVENTS)
    .map(({ consumer, pending }) => `${events(pending ?? 0)} wait for ${consumer}`),
  ...streams
    .filter(({ fill }) => fill !== null && fill >= NEARLY_FULL)
    .map(({ stream, fill }) => `the stream ${stream} is ${Math.round(100 * (fill ?? 0))} % full`),
  ...schedules
    .filter(({ lastRun }) => lastRun?.outcome === 'FAILED')
    .map(({ name, lastRun }) => `${name} failed: ${lastRun?.error ?? 'no reason is known'}`),
];

/** The number of waiting events, if NATS reports it. */
export const waitingFor = ({ consumers }: Standing): number | undefined => {
  const known = consumers.flatMap(({ pending, unacknowledged }) =>
    pending === null ? [] : pending + (unacknowledged ?? 0),
  );
  return known.length < consumers.length ? undefined : known.reduce((sum, one) => sum + one, 0);
};

/** `insurance.inbound.claim-updated.acme` as operators call it. */
export const eventIn = (subject: string): string => subject.split('.').slice(1, 3).join('.');

const inWords = (name: string): string =>
  name.replaceAll('_', ' ').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** What a run counted, without what it found none of: `invoices 3, nothing to bill 1`. */
export const countsIn = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .filter(([, count]) => count !== 0)
    .map(([name, count]) => `${inWords(name)} ${count}`)
    .join(', ') || 'nothing to do';
