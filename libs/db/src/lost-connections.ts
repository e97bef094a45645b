import type { Socket } from 'node:net';
import type { ClientBase, Pool, PoolClient } from 'pg';

/** What pg does not expose of a client: its socket, and whether the server has answered everything. */
type Connected = { connection: { stream: Socket }; readyForQuery: boolean };

const connected = (client: ClientBase): Connected => client as unknown as Connected;

/**
 * Ends a connection when the server owes an answer and was silent for `ms` milliseconds: a network that drops packets
 * never reports it, and pg has no timeout that ends the connection. Returns a function that stops watching.
 */
export const endWhenSilent = (client: ClientBase, ms: number): (() => void) => {
  const { stream } = connected(client).connection;
  const end = (): void => {
    if (!connected(client).readyForQuery) stream.destroy();
  };
  stream.setTimeout(ms);
  stream.on('timeout', end);
  return () => {
    stream.setTimeout(0);
    stream.off('timeout', end);
  };
};

/** How much longer than a statement may take its answer is waited for. */
const ON_ITS_WAY_MS = 2_500;

/** How long the server may be silent when a statement may take `statementMs`. */
export const silenceFor = (statementMs: number): number => statementMs + ON_ITS_WAY_MS;

/**
 * Lets statements on a watched connection take up to `statementMs`, until it returns to its pool. Returns a function that
 * ends this earlier.
 */
export const allowSilence = (client: ClientBase, statementMs: number): (() => void) => {
  const { stream } = connected(client).connection;
  const before = stream.timeout ?? 0;
  stream.setTimeout(silenceFor(statementMs));
  return () => void stream.setTimeout(before);
};

/**
 * Gives a pool the places of lost connections back at once, whoever still has them. Kysely, by which a `snapshot` reads,
 * never would: it releases a connection when `commit` or `rollback` worked, which neither does once that is lost.
 */
export const releaseLost = (pool: Pool, silenceMs: number): Pool => {
  const inUse = new WeakMap<PoolClient, object>();
  pool.on('release', (_error, client) => void inUse.delete(client as PoolClient));
  return pool.on('acquire', (client: PoolClient) => {
    const use = {};
    inUse.set(client, use);
    // The pool emits the client before it attaches the release function, and takes it back at once when the caller that
    // waited for it has gone.
    queueMicrotask(() => {
      if (inUse.get(client) !== use) return;
      const { release } = client;
      const endWatch = endWhenSilent(client, silenceMs);
      const releaseOnce = (error?: Error | boolean): void => {
        if (client.release !== releaseOnce) return;
        client.release = () => undefined;
        client.off('end', lost);
        endWatch();
        release(error);
      };
      const lost = (): void => releaseOnce(true);
      client.once('end', lost);
      client.release = releaseOnce;
    });
  });
};
