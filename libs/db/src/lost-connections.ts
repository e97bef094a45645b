import type { Socket } from 'node:net';
import type { ClientBase, Pool, PoolClient } from 'pg';

/**
 * Ends a connection on which the server has said nothing for `ms` milliseconds: a network that drops packets never
 * reports it. Returns what ends the watch.
 */
export const endWhenSilent = (client: ClientBase, ms: number): (() => void) => {
  // pg shows its socket to nobody, and has no timeout that ends the connection.
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
    // The pool announces the client before it gives it the function to release it with, and takes it back at once when
    // whoever waited for it has gone.
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
