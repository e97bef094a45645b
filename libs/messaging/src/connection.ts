import { setTimeout as delay } from 'node:timers/promises';
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import { AuthorizationError, connect, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import { type RetryBudget, retryBudget } from '@staycover/kernel';
import type { Logger, Metrics } from '@staycover/telemetry';
import { natsAddress } from './nats-address.ts';

export type { NatsConnection } from '@nats-io/transport-node';

/** A connection to NATS that is waited for, outlives any restart of the server, and knows whether it is up. */
export type Nats = {
  /** @throws Error until the connection was made for the first time. */
  readonly connection: NatsConnection;
  /** Where the JetStream API is: in an account that this one imports it from, when there is a domain. */
  readonly api: { domain?: string };
  readonly metrics?: Metrics | undefined;
  /** How many requests to other services may be sent twice. */
  readonly retries: RetryBudget;
  isConnected(): boolean;
  /** How often the connection was made; more than before, and another server may be there. */
  connects(): number;
  /** Subscribes to a subject while the connection is up; returns a function that unsubscribes. */
  listen(subject: string, callback: (text: string) => void): () => void;
  close(): Promise<void>;
};

/** What a service asks JetStream of through its connection. */
export type JetStreamLink = Pick<Nats, 'connection' | 'api'>;

/** Asks about streams and consumers where the JetStream API of a connection is. */
export const streamManager = ({ connection, api }: JetStreamLink): Promise<JetStreamManager> =>
  jetstreamManager(connection, { ...api, checkAPI: false });

export type NatsOptions = {
  url: string;
  service: string;
  logger: Logger;
  metrics?: Metrics | undefined;
  user?: string;
  password?: string;
  domain?: string;
  /** Ends the process, once the reason is logged; without it, an exception does. */
  onRefused?: () => void;
};

const CLOSE_WITHIN_MS = 3_000;
/** How long a start waits for the first attempt to connect; it then continues while the attempt goes on. */
const FIRST_WITHIN_MS = 1_000;
const RETRY_MS = 250;

/**
 * Connects, and retries for as long as the process lives: an unavailable server does not block the start. Rejected
 * credentials fail the start, and later end the process: a new one may have the right credentials.
 */
export const connectNats = async (options: NatsOptions): Promise<Nats> => {
  const { domain, metrics, logger, onRefused } = options;
  const tried = Promise.withResolvers<void>();
  const link: Link = { connection: undefined, isUp: false, connects: 0, isClosing: false, waiting: new Set() };
  let isStarted = false;
  keepUp(link, options, tried.resolve).catch((error: unknown) => {
    const refusal = new Error(refusalText(error), { cause: error });
    logger.fatal({ error: String(error) }, refusal.message);
    if (!isStarted) tried.reject(refusal);
    else if (onRefused) onRefused();
    else throw refusal;
  });
  await Promise.race([tried.promise, delay(FIRST_WITHIN_MS, undefined, { ref: false })]);
  isStarted = true;
  return {
    get connection() {
      if (!link.connection) throw new Error('NATS was not reached yet.');
      return link.connection;
    },
    api: domain ? { domain } : {},
    metrics,
    retries: retryBudget(),
    isConnected: () => link.isUp && link.connection?.isClosed() === false,
    connects: () => link.connects,
    listen: (subject, callback) => listen(link, subject, callback),
    close: () => close(link),
  };
};

const refusalText = (error: unknown): string =>
  error instanceof AuthorizationError
    ? 'NATS refuses the login of NATS_USER and NATS_PASSWORD, or of NATS_URL: the process ends, for a new one may have another'
    : 'NATS has closed the connection for good: the process ends, for a new one may get another';

type Link = {
  connection: NatsConnection | undefined;
  isUp: boolean;
  connects: number;
  isClosing: boolean;
  /** Callbacks for the first connection. */
  waiting: Set<(connection: NatsConnection) => void>;
};

const listen = (link: Link, subject: string, onText: (text: string) => void): (() => void) => {
  let subscription: Subscription | undefined;
  const subscribe = (connection: NatsConnection): void => {
    const callback = (error: Error | null, message: Msg) => void (error === null && onText(message.string()));
    subscription = connection.subscribe(subject, { callback });
  };
  if (link.connection) subscribe(link.connection);
  else link.waiting.add(subscribe);
  return () => {
    link.waiting.delete(subscribe);
    if (link.connection?.isClosed() === false) subscription?.unsubscribe();
  };
};

/** Connects and follows the status of the connection until it is closed. */
const keepUp = async (link: Link, options: NatsOptions, onTried: () => void): Promise<void> => {
  const connection = await dial(link, options, onTried);
  if (!connection) return;
  Object.assign(link, { connection, isUp: true, connects: 1 });
  link.waiting.forEach((begin) => begin(connection));
  onTried();
  void follow(link, connection, options.logger);
  const error = await connection.closed();
  if (error && !link.isClosing) throw error;
};

/** Tries until a server answers; undefined when it is over before. */
const dial = async (
  link: Link,
  { url, service, logger, user, password }: NatsOptions,
  onTried: () => void,
): Promise<NatsConnection | undefined> => {
  const settings = {
    ...natsAddress(url, { user, password }),
    name: service,
    inboxPrefix: `_INBOX_${service}`,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RETRY_MS,
    timeout: 5_000,
    pingInterval: 10_000,
    // Each publish would take a stack trace, for an error that it hardly ever has.
    noAsyncTraces: true,
  };
  for (let attempt = 1; !link.isClosing; attempt++) {
    try {
      return await connect(settings);
    } catch (error) {
      if (error instanceof AuthorizationError) throw error;
      if (attempt === 1) logger.warn({ error: String(error) }, 'nats cannot be reached, events wait');
      onTried();
      await delay(RETRY_MS);
    }
  }
  return undefined;
};

const follow = async (link: Link, connection: NatsConnection, logger: Logger): Promise<void> => {
  for await (const { type } of connection.status()) {
    if (type !== 'disconnect' && type !== 'reconnect') continue;
    link.isUp = type === 'reconnect';
    link.connects += Number(link.isUp);
    logger.warn({ nats: type }, `nats ${type}`);
  }
};

const close = async (link: Link): Promise<void> => {
  link.isClosing = true;
  const { connection } = link;
  if (!connection || connection.isClosed()) return;
  await Promise.race([connection.drain().catch(() => undefined), delay(CLOSE_WITHIN_MS, undefined, { ref: false })]);
  await connection.close();
};

const BEGIN_AGAIN_MS = 1_000;

/**
 * Begins what needs NATS as soon as it is there, again and again until it works; undefined when `signal` ends it before.
 */
export const beginWithNats = async <T>(
  { nats, logger, what, signal }: { nats: Nats; logger: Logger; what: string; signal: AbortSignal },
  begin: () => Promise<T>,
): Promise<T | undefined> => {
  const wait = (ms: number) => delay(ms, undefined, { signal }).catch(() => undefined);
  while (!signal.aborted) {
    if (!nats.isConnected()) {
      await wait(RETRY_MS);
      continue;
    }
    try {
      return await begin();
    } catch (error) {
      logger.error({ error: String(error) }, `${what} cannot begin, and is tried again`);
      await wait(BEGIN_AGAIN_MS);
    }
  }
  return undefined;
};
