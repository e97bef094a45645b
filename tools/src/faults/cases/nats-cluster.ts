import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@staycover/testing';
import { dealsFlow, eventsFlow, type Fault, flows, timed } from '../fault.ts';
import type { Stage } from '../stage.ts';
import { openStreams } from '../streams.ts';

const STREAM = 'POLICY';

/** The positions of a stream's copies; undefined while the server does not answer. */
const readStanding = async ({ natsUrl }: Stage, stream: string) => {
  const streams = await openStreams(natsUrl).catch(() => undefined);
  const info = await streams?.manager.streams.info(stream).catch(() => undefined);
  await streams?.close();
  return info?.cluster;
};

const awaitLeader = (stage: Stage, stream: string): Promise<string> =>
  eventually(`${stream} has a leader`, async () => (await readStanding(stage, stream))?.leader, 60_000);

const copiesAgree = (stage: Stage): Promise<unknown> =>
  eventually(
    'all copies are up to date',
    async () => {
      const standing = await readStanding(stage, STREAM);
      return standing?.replicas?.length === 2 && standing.replicas.every(({ current, offline }) => current && !offline);
    },
    60_000,
  );

/** Commands and events go on while a server is away; then it comes back. */
const killedFor = async (stage: Stage, name: string, ms: number, stillFlows: () => Promise<void>): Promise<number> => {
  const node = stage.nodes.find((each) => each.name === name)!;
  await stage.stopNode(node, 'SIGKILL');
  const seconds = await timed(stillFlows);
  await delay(ms);
  await node.start();
  await copiesAgree(stage);
  return seconds;
};

const leaderKilled: Fault = {
  id: '23-nats-leader',
  what: 'kill -9 of the NATS server that leads a stream, three servers with three copies of each',
  natsNodes: 3,
  async run(stage, load, scale) {
    const rounds = scale(6, 2);
    let slowest = 0;
    for (let round = 0; round < rounds; round++) {
      const leader = await awaitLeader(stage, STREAM);
      const seconds = await killedFor(stage, leader, scale(5_000, 1_000), async () => {
        await flows(load);
        await eventsFlow(stage, 'policy');
      });
      slowest = Math.max(slowest, seconds);
    }
    return `${rounds} leaders killed; events flowed again within ${slowest.toFixed(1)} s`;
  },
};

const nodesKilled: Fault = {
  id: '24-nats-nodes',
  what: 'kill -9 of one NATS server of three after the other',
  natsNodes: 3,
  async run(stage, load, scale) {
    let slowest = 0;
    for (const { name } of stage.nodes) {
      const seconds = await killedFor(stage, name, scale(10_000, 1_000), () => flows(load));
      slowest = Math.max(slowest, seconds);
    }
    return `${stage.nodes.length} servers killed; commands flowed within ${slowest.toFixed(1)} s`;
  },
};

const quorumLost: Fault = {
  id: '25-nats-quorum',
  what: 'two NATS servers of three killed, and back',
  natsNodes: 3,
  async run(stage, load, scale) {
    const [first, second] = stage.nodes;
    await Promise.all([first!, second!].map((node) => stage.stopNode(node, 'SIGKILL')));
    const before = load.deals();
    await dealsFlow(load, 30_000);
    await delay(scale(30_000, 3_000));
    const meanwhile = load.deals() - before;
    await Promise.all([first!, second!].map((node) => node.start()));
    const seconds = await timed(async () => {
      await copiesAgree(stage);
      await flows(load);
      await eventsFlow(stage, 'policy');
    });
    return `${meanwhile} deals accepted without a majority; events flowed ${seconds.toFixed(1)} s after it was back`;
  },
};

export const natsClusterFaults = [leaderKilled, nodesKilled, quorumLost];
