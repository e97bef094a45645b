import { expect, jest, test } from '@jest/globals';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { Client } from 'pg';
import { kept } from './kept.ts';
import { findNats } from './nats.ts';
import { findNatsCluster } from './nats-cluster.ts';
import { findPostgres } from './postgres.ts';
import type { Server } from './server.ts';
import { createWorldPerTest } from './spec-world.ts';

jest.setTimeout(120_000);

const world = createWorldPerTest();
const options = () => world.options(false);

/** Waits until something works; what fails is tried again. */
const until = async <T>(attempt: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await attempt();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
};

const keep = async (name: string, find: (port?: number) => Promise<Server>): Promise<Server> => {
  const server = await kept(name, find, (line) => void world.lines.push(line));
  world.servers.push(server);
  return server;
};

const query = async (url: string, text: string): Promise<unknown[]> => {
  const client = new Client(url);
  client.on('error', () => undefined);
  await client.connect();
  return client.query(text).then(
    ({ rows }) => client.end().then(() => rows),
    (error: unknown) => client.end().then(() => Promise.reject(error)),
  );
};

test('a killed NATS is restarted with its data, which is printed', async () => {
  const server = await keep('NATS', (port) => findNats({ ...options(), ...(port && { port }) }));
  const connection = await connect({ servers: server.url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
  const manager = await jetstreamManager(connection);
  await manager.streams.add({ name: 'KEPT', subjects: ['kept'] });
  await jetstream(connection).publish('kept', 'before');
  const { pid } = server;

  process.kill(pid!, 'SIGKILL');

  await until(async () => expect(server.pid).not.toBe(pid));
  expect((await until(() => manager.streams.info('KEPT'))).state.messages).toBe(1);
  expect(world.lines).toContain('NATS: ended, starting it again');
  await connection.close();
});

test('so is a PostgreSQL', async () => {
  const server = await keep('PostgreSQL', (port) => findPostgres({ ...options(), ...(port && { port }) }));
  await query(server.url, 'create table kept as select 1 as n');
  const { pid } = server;
  process.kill(pid!, 'SIGKILL');
  await until(async () => expect(server.pid).not.toBe(pid));
  expect(await query(server.url, 'select n from kept')).toEqual([{ n: 1 }]);
});

test('so is a server of a cluster', async () => {
  const cluster = await findNatsCluster({ ...options(), kept: true }, 3);
  world.servers.push(cluster);
  const [node] = cluster.nodes;
  const { pid } = node!;
  process.kill(pid, 'SIGKILL');
  await until(async () => expect(node!.pid).not.toBe(pid));
  const answer = await until(() => fetch(`${node!.monitorUrl}/varz`));
  expect(await answer.json()).toMatchObject({ server_name: node!.name });
});
