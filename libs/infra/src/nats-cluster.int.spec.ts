import { expect, jest, test } from '@jest/globals';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { findNatsCluster } from './nats-cluster.ts';
import { commandLine } from './processes.ts';
import { removeData } from './remove-data.ts';
import { createWorldPerTest } from './spec-world.ts';

jest.setTimeout(120_000);

const world = createWorldPerTest();

test('three servers keep a stream when its leader is killed, and the one that comes back has it, too', async () => {
  const cluster = await findNatsCluster(world.options(false), 3);
  world.servers.push(cluster);
  const connection = await connect({ servers: cluster.url.split(','), maxReconnectAttempts: -1 });
  const manager = await jetstreamManager(connection, { timeout: 10_000 });
  const { cluster: standing } = await manager.streams.add({ name: 'KEPT', subjects: ['kept'], num_replicas: 3 });
  const publish = (text: string) => jetstream(connection, { timeout: 1_000 }).publish('kept', text, { msgID: text });
  await until(() => publish('before'));

  const leader = cluster.nodes.find(({ name }) => name === standing?.leader)!;
  process.kill(leader.pid, 'SIGKILL');
  await until(async () => (await commandLine(leader.pid)) === undefined);
  await until(() => publish('meanwhile'));
  await leader.start();
  await until(async () => {
    const { cluster: now } = await manager.streams.info('KEPT');
    return now?.replicas?.length === 2 && now.replicas.every(({ current, offline }) => current && !offline);
  });

  expect((await manager.streams.info('KEPT')).state.messages).toBe(2);
  await connection.close();
});

/** Waits until something is so; what fails is tried again. */
const until = async (isSo: () => Promise<unknown>): Promise<void> => {
  while (!(await isSo().catch(() => false))) await new Promise((resolve) => setTimeout(resolve, 50));
};

test('what a cluster kept is removed with the rest', async () => {
  const cluster = await findNatsCluster(world.options(false), 3);
  await cluster.stop();
  const { removed } = await removeData([world.dataDir], () => undefined);
  expect(removed.map((folder) => folder.slice(world.dataDir.length))).toEqual(
    [1, 2, 3].map((i) => `/nats-cluster/nats-${i}/nats`),
  );
});
