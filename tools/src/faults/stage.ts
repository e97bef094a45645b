import { freePort, type PostgresSettings } from '@staycover/infra';
import { eventually } from '@staycover/testing';
import pg from 'pg';
import { deadLetters } from '../ops/dead-letters.ts';
import { doctor } from '../ops/doctor.ts';
import { inbound } from '../ops/inbound.ts';
import { outbox } from '../ops/outbox.ts';
import { type Platform, type PlatformOptions, type Release, startPlatform } from '../platform/platform.ts';
import type { Child, ChildSpec } from '../platform/supervisor.ts';
import { type PoolerStand, standPooler } from './pooler-stand.ts';
import { type Stand, standServers } from './servers.ts';
import { inboundUnderWay } from './streams.ts';
import { openWires, type Wires } from './wires.ts';

type Readiness = { status: string; checks: Record<string, string> };
export type Rows = <Row>(text: string, params?: unknown[]) => Promise<Row[]>;

/** The platform as it is run, with everything between its parts within reach: processes, servers, connections. */
export type Stage = Omit<Stand, 'behindProxies' | 'release'> & {
  platform: Platform;
  /** What it stands on, for the stage that follows. */
  servers: Stand;
  /** Whether it was started as another release: what that answers is not documented here. */
  isOfAnotherRelease: boolean;
  /** Ways between any two processes, where they were asked for. */
  wires: Wires | undefined;
  /** What the services reach PostgreSQL through, where it was asked for. */
  pooler: PoolerStand | undefined;
  /** Asks the database as its administrator, past the proxy. */
  sql: Rows;
  process(name: string): Child;
  /** The ids of all processes, as one text: the same as before, if none has ended meanwhile. */
  pids(): string;
  /** Ends a process without warning and waits until another runs in its place. */
  kill(name: string, signal?: NodeJS.Signals): Promise<void>;
  /** How many events of other systems are not processed yet, by consumer. */
  inboundUnderWay(): Promise<Record<string, number>>;
  /** How many processes and servers were killed so far. */
  kills(): number;
  /** The processes of a service. */
  processNames(service: string): string[];
  /** The one of them that publishes. */
  awaitPublisher(service: string): Promise<string>;
  /** Ends and starts PostgreSQL. */
  restartPostgres(signal: NodeJS.Signals): Promise<void>;
  /** What it takes to run one more of a process. */
  makeReplica(spec: ChildSpec): Promise<Pick<ChildSpec, 'env' | 'readyUrl'>>;
  /** Runs an operator's command and returns its lines. */
  ops(command: keyof typeof operations, ...args: string[]): Promise<string[]>;
  /** Where a service itself listens, past the gateway. */
  urlFor(name: string): string;
  readiness(name: string): Promise<Readiness>;
  /** The sum of a metric's samples that have all these labels. */
  metric(name: string, metric: string, ...labels: string[]): Promise<number>;
  /** Waits until every process is ready. */
  ready(withinMs?: number): Promise<void>;
  /** Stops the processes; the servers stay. */
  leave(): Promise<void>;
};

export type StageOptions = {
  env?: Record<string, string> | undefined;
  /** Processes of each service. */
  replicas?: number | undefined;
  /** Servers of NATS. */
  natsNodes?: number | undefined;
  /** More settings of PostgreSQL. */
  postgresSettings?: PostgresSettings;
  /** The servers of a stage that was left. */
  servers?: Stand;
  /** Whether there are ways between any two processes. */
  wired?: boolean | undefined;
  /** Whether services reach PostgreSQL through PgBouncer. */
  pooled?: boolean | undefined;
  /** Another release, as which it is started. */
  release?: Release | undefined;
  /** Receives the output and the logs of the platform. */
  say?: ((line: string) => void) | undefined;
};

const operations = { 'dead-letters': deadLetters, inbound, outbox, doctor };

const BACKOFF = { first: 100, longest: 1_000, resetAfter: 10_000 };

type Watched = Pick<
  Stage,
  'urlFor' | 'processNames' | 'awaitPublisher' | 'readiness' | 'metric' | 'ready' | 'inboundUnderWay'
>;

/** What the processes tell of themselves. */
const watch = ({ urls }: Platform, natsUrl: string): Watched => {
  const urlFor = (name: string): string => urls[name]!;
  const readiness = async (name: string): Promise<Readiness> => {
    const answer = await fetch(`${urlFor(name)}/readyz?events`, { signal: AbortSignal.timeout(3_000) }).catch(
      () => undefined,
    );
    return answer ? ((await answer.json()) as Readiness) : { status: 'unreachable', checks: {} };
  };
  const metric: Watched['metric'] = async (name, wanted, ...labels) => {
    const text = await (await fetch(`${urlFor(name)}/metrics`)).text();
    const samples = text
      .split('\n')
      .filter((line) => line.startsWith(`${wanted}{`) && labels.every((label) => line.includes(label)));
    return samples.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  };
  const processNames = (service: string): string[] =>
    Object.keys(urls).filter((name) => name === service || name.startsWith(`${service}-`));
  const areReady = async () =>
    (await Promise.all(Object.keys(urls).map(readiness))).every(({ status }) => status === 'ready');
  return {
    urlFor,
    readiness,
    metric,
    processNames,
    awaitPublisher: (service) =>
      eventually(
        `a process of ${service} publishes`,
        async () => {
          for (const name of processNames(service)) if ((await metric(name, 'outbox_relay_active')) === 1) return name;
          return undefined;
        },
        30_000,
      ),
    ready: (withinMs = 60_000) => eventually('every process is ready', areReady, withinMs).then(() => undefined),
    inboundUnderWay: () => inboundUnderWay(natsUrl),
  };
};

type Breakable = Pick<Stage, 'process' | 'pids' | 'kill' | 'makeReplica'>;

/** The processes, to be ended. */
const breakable = ({ supervisor }: Platform, countKill: (signal: NodeJS.Signals) => void): Breakable => {
  const findProcess = (name: string): Child => supervisor.children.find((child) => child.name === name)!;
  return {
    process: findProcess,
    pids: () => supervisor.children.map(({ pid }) => pid).join(),
    async kill(name, signal = 'SIGKILL') {
      const child = findProcess(name);
      const pid = await eventually(`${name} runs`, () => child.pid, 30_000);
      process.kill(pid, signal);
      countKill(signal);
      await eventually(`${name} runs again`, () => child.pid !== undefined && child.pid !== pid, 40_000);
    },
    async makeReplica(spec) {
      const port = await freePort();
      return { env: { ...spec.env, PORT: String(port) }, readyUrl: `http://127.0.0.1:${port}/readyz` };
    },
  };
};

/** Asks whichever server is the primary, past the proxy. */
const createPrimaryPool = (servers: Stand): { sql: Rows; end(): Promise<void> } => {
  const pools = new Map<string, pg.Pool>();
  const openPool = (url: string): pg.Pool => {
    const pool = pools.get(url) ?? new pg.Pool({ connectionString: url, max: 3 });
    if (!pools.has(url)) pool.on('error', () => undefined);
    pools.set(url, pool);
    return pool;
  };
  return {
    sql: async (text, params = []) => (await openPool(servers.databases['policy']!).query(text, params)).rows,
    end: async () => void (await Promise.all([...pools.values()].map((pool) => pool.end()))),
  };
};

/** Runs operators' commands past the proxies. */
const operator =
  (servers: Stand): Stage['ops'] =>
  async (name, ...args) => {
    const lines: string[] = [];
    const context = {
      args,
      print: (line: string) => lines.push(line),
      servers: { databases: servers.databases, nats: { url: servers.natsUrl } },
    };
    await operations[name].run(context).catch((error: unknown) => {
      if (lines.length === 0) throw error;
    });
    return lines;
  };

const platformOptions = (
  { env, replicas, natsNodes, release, say = () => undefined }: StageOptions,
  wires: Wires | undefined,
  pooler: PoolerStand | undefined,
): PlatformOptions => ({
  say,
  onLine: (name, line) => say(`${name} ${line}`),
  gatewayPort: 0,
  ephemeral: true,
  ...(replicas && { replicas }),
  ...(natsNodes && { natsNodes }),
  ...(release && { release }),
  ...(wires && { wire: wires.wire }),
  ...(pooler && { pooled: pooler.pooled }),
  backoff: BACKOFF,
  env: { LOG_LEVEL: 'error', RATE_LIMIT_PER_MINUTE: '10000000', ...env },
});

export const setStage = async (options: StageOptions = {}): Promise<Stage> => {
  const { natsNodes, postgresSettings, servers: given } = options;
  let kills = 0;
  const countKill = (signal: NodeJS.Signals): void =>
    void (kills += Number(signal === 'SIGKILL' || signal === 'SIGQUIT'));
  const servers = given ?? (await standServers(countKill, { natsNodes, postgresSettings }));
  const wires = options.wired ? openWires() : undefined;
  const pooler = options.pooled ? await standPooler(servers.ways.postgres.url) : undefined;
  const platform = await servers
    .behindProxies(() => startPlatform(platformOptions(options, wires, pooler)))
    .catch((error: unknown) => Promise.all([pooler?.stop(), servers.stop()]).then(() => Promise.reject(error)));
  const asked = createPrimaryPool(servers);
  let leaving: Promise<void> | undefined;
  let stopping: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    servers.release();
    wires?.release();
    await platform.stop();
    await wires?.close();
    await pooler?.stop();
    await asked.end();
  };
  const leave = (): Promise<void> => (leaving ??= end());
  return {
    ...servers,
    get databases() {
      return servers.databases;
    },
    servers,
    platform,
    wires,
    pooler,
    isOfAnotherRelease: options.release !== undefined,
    kills: () => kills,
    async restartPostgres(signal) {
      await servers.stopPostgres(signal);
      await servers.startPostgres();
    },
    sql: asked.sql,
    ...breakable(platform, countKill),
    ...watch(platform, servers.natsUrl),
    ops: operator(servers),
    leave,
    stop: () => (stopping ??= leave().then(servers.stop)),
  };
};
