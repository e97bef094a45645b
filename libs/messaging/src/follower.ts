import { setTimeout as delay } from 'node:timers/promises';
import { type JsMsg, jetstream } from '@nats-io/jetstream';
import { isDatabaseAway, isDatabaseUnavailable, isTransientConflict, type Runs, runOn } from '@staycover/db';
import { organizationInSubject } from '@staycover/events';
import type { Logger, Metrics } from '@staycover/telemetry';
import type pg from 'pg';
import { acknowledge } from './acknowledge.ts';
import type { Nats } from './connection.ts';
import type { Consumer } from './consumer.ts';
import { readPayload } from './dead-letters.ts';
import { type Inflow, openInflow } from './inflow.ts';
import { type Leadership, startLeadership } from './leadership.ts';
import { durableFollower } from './streams.ts';

/** An event as its stream has it. */
export type Followed = { subject: string; text: string };

/** An event that cannot be stored, and why. */
export type Refusal = { event: Followed; reason: string };

/** Stores a batch in a transaction, each event once despite redeliveries, and returns what it rejects. */
export type Store = (session: Runs, batch: readonly Followed[]) => Promise<readonly Refusal[]>;

/** Keeps up with everything that others publish. */
export type Follower = Leadership & { readonly consumers: readonly Consumer[] };

type FollowerOptions = {
  url: string;
  service: string;
  publishers: readonly string[];
  nats: Nats;
  logger: Logger;
  metrics?: Metrics;
  store: Store;
  /** How often an event may run out of time, stored alone, before it is given up: others wait for it. */
  mostTries?: number;
};

/** What the replicas of a service that follows take turns at. */
export const FOLLOWER_LOCK = 'follower';

/** Events that come within it are stored together; who watches live does not notice. */
const GATHER_MS = 50;
const IDLE_MS = 2_000;
const RETRY_MS = 1_000;
/** At least five minutes of statements that run out of time: who locks the whole table for a while makes no dead letters. */
const MOST_TRIES = 30;
/** Replicas that cannot begin try again sooner than this; one that stands by while another follows has nothing to report. */
const REPORTED_MS = 20_000;

/**
 * Follows the whole streams of publishers. One replica stores, each stream in its order, a batch a transaction, and
 * acknowledges after the commit; the others stand by. A batch that fails goes back with all that came after it.
 */
export const startFollower = (options: FollowerOptions): Follower => {
  const { url, service, publishers, nats, logger } = options;
  const durables = publishers.map((publisher) => durableFollower(service, publisher));
  let inflow: Inflow | undefined;
  let failedAt = -Infinity;
  const tries: Tries = new Map();

  const leadership = startLeadership({
    url,
    schema: service,
    name: 'follower',
    lock: FOLLOWER_LOCK,
    logger,
    async lead(client, { isStopping, pause }) {
      inflow = await openInflow(durables, { nats, logger, onArrival: pause.end }).catch((error: unknown) => {
        failedAt = performance.now();
        throw error;
      });
      try {
        while (!isStopping()) {
          pause.restart();
          if (inflow.size() === 0) await pause.sleep(IDLE_MS);
          // Silence would make the server end this session, and with it the lock.
          if (inflow.size() === 0) await client.query('select 1');
          else {
            if (!inflow.isFull()) await delay(GATHER_MS);
            await storeAll(client, inflow.take(), { ...options, tries });
          }
        }
      } finally {
        await inflow.close();
        inflow = undefined;
      }
    },
  });

  const consumers = durables.map(({ stream, durable }) => ({
    durable,
    isFresh: () => inflow?.isFresh(durable) ?? performance.now() - failedAt > REPORTED_MS,
    info: async () => (await jetstream(nats.connection, nats.api).consumers.get(stream, durable)).info(),
    stop: leadership.stop,
  }));
  return { ...leadership, consumers };
};

/** How often events ran out of time, stored alone. */
type Tries = Map<string, number>;

type Storing = FollowerOptions & { tries: Tries };

/** No event is at fault. */
const comesAgain = (error: unknown): boolean => isDatabaseAway(error) || isTransientConflict(error);

/** Stores events together; when that fails because of an event, each separately, so that one does not block the others. */
const storeAll = async (client: pg.Client, messages: readonly JsMsg[], options: Storing): Promise<void> => {
  const started = performance.now();
  try {
    await storeTogether(client, messages, options).catch(async (error: unknown) => {
      if (comesAgain(error)) throw error;
      for (const message of messages) await storeAlone(client, message, options);
    });
  } catch (error) {
    for (const message of messages) message.nak(RETRY_MS);
    throw error;
  }
  const seconds = (performance.now() - started) / 1_000;
  for (const message of messages) {
    acknowledge(message);
    options.tries.delete(eventKey(message));
    options.metrics?.of('eventDuration').observe({ consumer: message.info.consumer, outcome: 'processed' }, seconds);
  }
};

const storeTogether = (
  client: pg.Client,
  messages: readonly JsMsg[],
  { store, logger }: FollowerOptions,
): Promise<void> =>
  inSession(client, async (session) => {
    const byEvent = new Map(messages.map((message) => [followed(message), message] as const));
    for (const { event, reason } of await store(session, [...byEvent.keys()])) {
      const message = byEvent.get(event)!;
      logger.error({ subject: event.subject, reason }, 'event cannot be kept');
      await giveUp(session, message, reason);
    }
  });

const storeAlone = async (client: pg.Client, message: JsMsg, options: Storing): Promise<void> => {
  const { logger, tries, mostTries = MOST_TRIES } = options;
  const key = eventKey(message);
  const tried = (tries.get(key) ?? 0) + 1;
  try {
    await storeTogether(client, [message], options);
  } catch (error) {
    if (comesAgain(error)) throw error;
    if (isDatabaseUnavailable(error) && tried < mostTries) {
      tries.set(key, tried);
      throw error;
    }
    logger.error({ subject: message.subject, err: error }, 'event cannot be stored');
    await inSession(client, (session) => giveUp(session, message, NOT_STORED));
  }
};

/** What an error has inside is for the log: statements, names of tables. */
const NOT_STORED = 'It could not be stored; the log of the service has why.';

const followed = (message: JsMsg): Followed => ({ subject: message.subject, text: message.string() });

const eventKey = ({ info: { stream, streamSequence } }: JsMsg): string => `${stream} ${streamSequence}`;

/** The id that its relay gave it: the sequences of a stream that is created again are those of other events. */
const letterKey = (message: JsMsg): string => message.headers?.get('Nats-Msg-Id') || eventKey(message);

const DEAD_LETTER = `insert into dead_letter (consumer, event_key, organization_id, subject, payload, reason, attempts)
  values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`;

const giveUp = (session: Runs, message: JsMsg, reason: string): Promise<unknown> => {
  const { consumer, deliveryCount } = message.info;
  const organizationId = organizationInSubject(message.subject);
  const key = letterKey(message);
  const parameters = [consumer, key, organizationId, message.subject, readPayload(message), reason, deliveryCount];
  return session.run(DEAD_LETTER, parameters);
};

const inSession = async (client: pg.Client, work: (session: Runs) => Promise<unknown>): Promise<void> => {
  await client.query('begin');
  try {
    await work({
      run: (text, params) => runOn(client, text, params),
    });
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
};
