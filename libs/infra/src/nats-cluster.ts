import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { keepRunning } from './kept.ts';
import { findNats, type NatsMembership, type NatsOptions, startNats } from './nats.ts';
import { findNatsCommand } from './nats-command.ts';
import { freePort, withFreshPorts } from './ports.ts';
import { once, type Server } from './server.ts';

/** A server of a cluster. */
export type NatsNode = {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  /** The URL of its monitoring. */
  readonly monitorUrl: string;
  /** Starts it where it was, after its process has ended. */
  start(): Promise<void>;
};

/** NATS servers that share their streams; `url` has the addresses of all, separated by commas. */
export type NatsCluster = Server & { nodes: readonly NatsNode[] };

/** Servers that are `kept` are started again when their processes end. */
export type ClusterOptions = NatsOptions & { kept?: boolean };

const PREFERRED_PORT = 4222;
const LEADER_WITHIN_MS = 60_000;

const nodeFolder = (dataDir: string, name: string): string => join(dataDir, 'nats-cluster', name);
const nodeNames = (size: number): string[] => Array.from({ length: size }, (_, i) => `nats-${i + 1}`);
/** An upper limit for one machine. */
const MOST_NODES = 9;

/**
 * Starts a cluster of nats-servers on this machine, and waits until JetStream has a leader. `NATS_URL` is used instead, as it
 * is; it has no nodes then.
 */
export async function findNatsCluster(options: ClusterOptions, size: number): Promise<NatsCluster> {
  if (process.env.NATS_URL) return { ...(await findNats(options)), nodes: [] };
  if (!('program' in (await findNatsCommand(options.say))))
    throw new Error('A cluster needs nats-server itself, on the PATH: https://nats.io/download');
  return withFreshPorts(() => startCluster(options, size));
}

/** Where the servers of a cluster may have kept what belongs to a data directory. */
export const clusterFolders = (dataDir: string): string[] =>
  nodeNames(MOST_NODES).map((name) => nodeFolder(dataDir, name));

async function startCluster(options: ClusterOptions, size: number): Promise<NatsCluster> {
  const names = nodeNames(size);
  const ports: number[] = [];
  for (const _ of names) ports.push(await freePort());
  const started = await Promise.allSettled(
    names.map((name, i) => {
      const others = ports.filter((port) => port !== ports[i]);
      return startNode(options, { cluster: 'staycover', name, port: ports[i]!, others }, PREFERRED_PORT + i);
    }),
  );
  const nodes = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  let ends: (() => Promise<void>)[] = [];
  const stop = once(async () => {
    await Promise.all(ends.map((end) => end()));
    await Promise.all(nodes.map((node) => node.stop()));
  });
  try {
    const failed = started.find((each) => each.status === 'rejected');
    if (failed) throw failed.reason;
    await Promise.all(nodes.map(untilLed));
    if (options.kept) ends = nodes.map((node) => keepRunning(node.name, node, options.say));
  } catch (error) {
    await stop();
    throw error;
  }
  const url = nodes.map((node) => node.url).join(',');
  return { url, description: `a NATS cluster of ${size}: ${url}`, stop, nodes };
}

type StoppableNode = NatsNode & { stop(): Promise<void> };

async function startNode(options: NatsOptions, membership: NatsMembership, preferred: number): Promise<StoppableNode> {
  const { name } = membership;
  const start = (port: number | undefined) =>
    startNats({ ...options, dataDir: nodeFolder(options.dataDir, name), membership, ...(port && { port }) });
  let server = await start(options.ephemeral ? undefined : preferred);
  return {
    name,
    url: server.url,
    get pid() {
      return server.pid!;
    },
    get monitorUrl() {
      return server.monitorUrl;
    },
    start: async () => void (server = await start(Number(new URL(server.url).port))),
    stop: () => server.stop(),
  };
}

/** A node is in health when it follows a leader. */
async function untilLed({ name, monitorUrl }: NatsNode): Promise<void> {
  const deadline = performance.now() + LEADER_WITHIN_MS;
  for (;;) {
    const answer = await fetch(`${monitorUrl}/healthz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    if (performance.now() > deadline) throw new Error(`${name} found no leader within ${LEADER_WITHIN_MS / 1_000} s`);
    await delay(100);
  }
}
