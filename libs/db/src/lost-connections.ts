import type { Socket } from 'node:net';
import type { ClientBase, Pool, PoolClient } from 'pg';

/**
 * Ends a connection after `ms` milliseconds of silence from the server: a network that drops packets never reports it.
 * Returns a function that stops watching.
 */
export const endWhenSilent = (client: ClientBase, ms: number): (() => void) => {
  // pg does not expose its socket, and has no timeout that ends the connection.
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const end = (): void => void stream.destroy();
  stream.setTimeout(ms, end);
  return () => {
    stream.setTimeout(0);
    stream.off('timeout', end);
  };
};

/**
 * Gives a pool the places of lost connections back. Kysely releases the connection of a transaction only when its
 * `commit` or `rollback` worked, which neither does once the connection is lost.
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
