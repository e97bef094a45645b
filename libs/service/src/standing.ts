import type { ServiceName, ServiceStanding } from '@staycover/api';
import { timestampFromSql } from '@staycover/db';
import { type Clock, timestamp } from '@staycover/kernel';
import {
  type Consumer,
  consumerStanding,
  isLed,
  type OutboxStanding,
  openDeadLetters,
  outboxStanding,
  streamStanding,
} from '@staycover/messaging';
import { type ScheduleStanding, scheduleStandings } from '@staycover/schedules';
import type { Platform } from './definition.ts';
import type { Health } from './health.ts';

export type StandingParts = Pick<Platform, 'database' | 'nats'> & {
  service: ServiceName;
  wallClock: Clock;
  health: () => Promise<Health>;
  consumers: readonly Consumer[];
  /** The streams that it watches the fill of. */
  streams: readonly string[];
  /** Whether it consumes events of other services. */
  follows: boolean;
};

/** Everything that an operator wants to know of a service. */
export const readServiceStanding = async (parts: StandingParts): Promise<ServiceStanding> => {
  const { service, database, nats, consumers, streams, follows } = parts;
  const [{ ready, eventsReady, checks }, outbox, held, deadLetters, schedules] = await Promise.all([
    parts.health(),
    outboxStanding(database),
    isLed(database, service, follows),
    openDeadLetters(database),
    scheduleStandings(database),
  ]);
  const readFill = async (stream: string) => ({
    stream,
    fill: nats.isConnected()
      ? await streamStanding(nats, stream).then(
          ({ fill }) => fill,
          () => null,
        )
      : null,
  });
  return {
    service,
    asOf: timestamp(parts.wallClock()),
    ready,
    eventsReady,
    checks,
    relay: held ? 'ACTIVE' : 'MISSING',
    outbox: toOutbox(outbox),
    consumers: await Promise.all(consumers.map((consumer) => consumerStanding(nats, consumer))),
    streams: await Promise.all(streams.map(readFill)),
    deadLetters,
    schedules: schedules.map(toSchedule),
  };
};

const momentIf = (time: string | null): string | null => time && timestampFromSql(time);

const toOutbox = ({ unpublished, oldest_seconds, failing, last_published }: OutboxStanding) => ({
  unpublished,
  oldestSeconds: oldest_seconds,
  failing,
  lastPublishedAt: momentIf(last_published),
});

const toSchedule = (schedule: ScheduleStanding): ServiceStanding['schedules'][number] => {
  const { name, ran_until, running, retry_at, due_at, started_at, finished_at, outcome, counts, error } = schedule;
  return {
    name,
    ranUntil: timestampFromSql(ran_until),
    running,
    retryAt: momentIf(retry_at),
    lastRun:
      due_at && started_at && outcome
        ? {
            dueAt: timestampFromSql(due_at),
            startedAt: timestampFromSql(started_at),
            finishedAt: momentIf(finished_at),
            outcome,
            counts: counts ?? {},
            error,
          }
        : null,
  };
};
