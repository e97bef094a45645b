import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { connect } from '@nats-io/transport-node';
import { findNatsCluster, type NatsCluster } from '@staycover/infra';
import { provisionStreams } from '@staycover/messaging';
import { eventually } from '@staycover/testing';

jest.setTimeout(120_000);

let dataDir: string;
let cluster: NatsCluster;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'young cluster '));
  await chmod(dataDir, 0o755);
  cluster = await findNatsCluster({ dataDir, ephemeral: true, say: () => undefined }, 3);
});

afterEach(async () => {
  await cluster.stop();
  await rm(dataDir, { recursive: true });
});

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a cluster without a leader is provisioned as soon as it has one', async () => {
  const [first, ...others] = cluster.nodes;
  for (const { pid } of cluster.nodes) process.kill(pid, 'SIGKILL');
  await eventually('all have ended', () => cluster.nodes.every(({ pid }) => !isThere(pid)));
  await first!.start();
  const connection = await connect({ servers: first!.url });
  const provisioned = provisionStreams(connection, { publishers: ['policy'], consumers: [], replicas: 3 });
  const outcome = Promise.allSettled([provisioned]);
  await eventually('it was asked', () => connection.stats().outMsgs > 0);
  await Promise.all(others.map((node) => node.start()));
  expect(await outcome).toEqual([{ status: 'fulfilled', value: undefined }]);
  await connection.close();
});
