import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Logger, Metrics } from '@staycover/telemetry';

export type { NatsConnection } from '@nats-io/transport-node';

/** A NATS connection that outlives any restart of the server, and knows whether it is up. */
export type Nats = {
  readonly connection: NatsConnection;
  /** Where the JetStream API is: in an account that this one imports it from, when there is a domain. */
  readonly api: { domain?: string };
  readonly metrics?: Metrics | undefined;
  isConnected(): boolean;
  /** How often the connection was made; more than before, and another server may be there. */
  connects(): number;
  close(): Promise<void>;
};

export type NatsOptions = {
  url: string;
  service: string;
  logger: Logger;
  metrics?: Metrics | undefined;
  user?: string;
  password?: string;
  domain?: string;
};

const CLOSE_WITHIN_MS = 3_000;

/**
 * Connects, waiting for a server that is not there yet, and reconnects for as long as the process lives. Credentials that
 * are refused fail the start, and later on end the process.
 */
export const connectNats = async ({
  url,
  service,
  logger,
  metrics,
  user,
  password,
  domain,
}: NatsOptions): Promise<Nats> => {
  const connection = await connect({
    servers: url.split(','),
    name: service,
    inboxPrefix: `_INBOX_${service}`,
    maxReconnectAttempts: -1,
    waitOnFirstConnect: true,
    reconnectTimeWait: 250,
    pingInterval: 10_000,
    // Each publish would take a stack trace, for an error that it hardly ever has.
    noAsyncTraces: true,
    ...(user ? { user, pass: password ?? '' } : {}),
  });
  // A server that refuses the credentials has it closed for good: the process ends, a fresh one may have the right ones.
  let closing = false;
  void (async () => {
    const error = await connection.closed();
    if (error && !closing) throw error;
  })();
  let connected = true;
  let connects = 1;
  void (async () => {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') connected = false;
      if (status.type === 'reconnect') {
        connected = true;
        connects += 1;
      }
      if (status.type === 'disconnect' || status.type === 'reconnect') {
        logger.warn({ nats: status.type }, `nats ${status.type}`);
      }
    }
  })();
  return {
    connection,
    api: domain ? { domain } : {},
    metrics,
    isConnected: () => connected && !connection.isClosed(),
    connects: () => connects,
    async close() {
      closing = true;
      if (connection.isClosed()) return;
      const timeout = new Promise((resolve) => setTimeout(resolve, CLOSE_WITHIN_MS).unref());
      await Promise.race([connection.drain().catch(() => undefined), timeout]);
      await connection.close();
    },
  };
};
