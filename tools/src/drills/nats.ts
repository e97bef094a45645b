import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { NatsNode } from '@staycover/infra';
import { eventually } from '@staycover/testing';
import { dealsFlow, eventsFlow, flows, republish, timed } from '../faults/fault.ts';
import { openBus } from '../faults/life.ts';
import { type Load, startLoad } from '../faults/load.ts';
import type { Stage } from '../faults/stage.ts';
import { openStreams } from '../faults/streams.ts';
import { provision } from '../provisioning/provision.ts';
import { type Diary, type Drill, finish, readFigures } from './drill.ts';

const NODES = 3;
const ORGANIZATION = 'nats';
const PATIENCE_MS = 120_000;

/** One server of three loses its disk and comes back; then all do. */
export const nats: Drill = {
  name: 'nats',
  what: 'one NATS server of three is lost with its disk, and comes back empty; then all three are',
  async run({ customers, scale, setStage, diary }) {
    const stage = await setStage({ natsNodes: NODES });
    const load = await startLoad(stage, { organizationId: ORGANIZATION, customers });
    await flows(load, scale(200, 50));
    await loseOne(stage, load, diary);
    await flows(load, scale(200, 50));
    await loseAll(stage, load, diary);
    await flows(load, scale(200, 50));
    await finish(stage, load);
    return readFigures(stage, [load], diary);
  },
};

const lose = async (stage: Stage, node: NatsNode): Promise<void> => {
  await stage.stopNode(node, 'SIGKILL');
  await rm(join(stage.directory, 'nats-cluster', node.name), { recursive: true });
};

const loseOne = async (stage: Stage, load: Load, diary: Diary): Promise<void> => {
  const node = stage.nodes[0]!;
  await lose(stage, node);
  await diary.step('a server and its disk lost, until commands and events flow', async () => {
    await flows(load);
    await eventsFlow(stage, 'policy', PATIENCE_MS);
  });
  await diary.step('it comes back empty, until it has every stream again, under load', async () => {
    await node.start();
    await copiesAgree(stage);
  });
};

const loseAll = async (stage: Stage, load: Load, diary: Diary): Promise<void> => {
  await Promise.all(stage.nodes.map((node) => lose(stage, node)));
  const before = load.deals();
  await dealsFlow(load, 30_000);
  const since = Temporal.Now.instant().subtract({ hours: 30 * 24 });
  const { databases, natsUrl } = stage;
  const seconds = await timed(async () => {
    await diary.step('all servers and their disks lost, started empty', () =>
      Promise.all(stage.nodes.map((node) => node.start())),
    );
    await diary.step('npm run provision', () =>
      provision({ databases, natsUrl, natsReplicas: NODES, say: () => undefined }),
    );
    let again = 0;
    await diary.step('npm run ops -- outbox republish', async () => {
      again = await republish(stage, since);
    });
    diary.note('published again', `${again} events`);
    await diary.step('others send again what they sent', () => sendAgain(stage, load));
    await diary.step('until commands and events flow', async () => {
      await stage.ready();
      await flows(load);
      await eventsFlow(stage, 'policy', PATIENCE_MS);
    });
  });
  diary.note('deals accepted meanwhile', String(load.deals() - before));
  diary.note('in all, from the first server back until events flow', `${seconds.toFixed(1)} s`);
};

/** Unhandled events of other systems are lost with the servers and must be sent again; inboxes drop handled ones. */
const sendAgain = async ({ natsUrl }: Stage, { commander }: Load): Promise<void> => {
  const bus = await openBus(natsUrl);
  for (const { organizationId, policyId, elected } of commander.lives)
    for (const propertyId of elected)
      await eventually('it is taken', () => bus.elect(organizationId, policyId!, propertyId), 60_000);
  await bus.close();
};

const copiesAgree = ({ natsUrl }: Stage): Promise<unknown> =>
  eventually(
    'all copies are up to date',
    async () => {
      const streams = await openStreams(natsUrl).catch(() => undefined);
      const infos = await streams?.manager.streams
        .list()
        .next()
        .catch(() => undefined);
      await streams?.close();
      return infos?.every(
        ({ cluster }) =>
          cluster?.replicas?.length === NODES - 1 &&
          cluster.replicas.every(({ current, offline }) => current && !offline),
      );
    },
    PATIENCE_MS,
  );
