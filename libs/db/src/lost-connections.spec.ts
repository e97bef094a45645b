import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import pg from 'pg';
import { releaseLost } from './lost-connections.ts';

const connecting: { client: EventEmitter; connected: () => void }[] = [];

/** A client that connects when the test decides. */
class SlowClient extends EventEmitter {
  readonly connection = { stream: new Socket() };
  readonly _queryable = true;
  connect = (connected: () => void): void => void connecting.push({ client: this, connected });
  end = (ended: () => void): void => ended();
}

test('given a connection that was made too late for its caller, then losing it in the idle pool has no effect', async () => {
  const options = { Client: SlowClient as unknown as typeof pg.Client, max: 1, connectionTimeoutMillis: 50 };
  const pool = releaseLost(new pg.Pool(options as unknown as pg.PoolConfig), 1_000);
  const first = pool.connect();
  connecting[0]!.connected();
  const second = pool.connect();
  (await first).release(true);
  await expect(second).rejects.toThrow('timeout exceeded');

  const { client, connected } = connecting[1]!;
  connected();
  await new Promise((resolve) => setImmediate(resolve));
  expect(pool.idleCount).toBe(1);
  expect(() => client.emit('end')).not.toThrow();
  await pool.end();
});
