import { findNats, findPostgres, freePort, type Server } from '@staycover/infra';
import { join, resolve } from 'node:path';
import { provision, rolePassword } from '../provisioning/provision.ts';
import { withUrl, type Say } from '../provisioning/database.ts';
import type { ChildSpec } from './child.ts';
import { dataDirectory } from './running.ts';
import { superviseAll, type Supervisor } from './supervisor.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const DATABASE = 'staycover';
const STOP_WITHIN_MS = 8_000;

const SERVICES = ['policy', 'contract', 'billing', 'renewal', 'claims'] as const;
const FIRST_PORT = 8_081;

export type PlatformOptions = {
  say: Say;
  /** Gets every line that a process writes. */
  onLine: (name: string, line: string) => void;
  gatewayPort: number;
  /** Throws data away at the end, and keeps out of the way of a platform that runs already. */
  ephemeral?: boolean;
  dataDir?: string;
  /** More environment for every process. */
  env?: Record<string, string>;
  /** Ends a start that is under way. */
  signal?: AbortSignal;
};

export type Platform = {
  gatewayUrl: string;
  natsUrl: string;
  databaseUrl: string;
  supervisor: Supervisor;
  postgres: Server;
  nats: Server;
  stop(): Promise<void>;
};

/** Brings up the whole platform: servers, roles, schemas, streams, the six processes. */
export const startPlatform = async (options: PlatformOptions): Promise<Platform> => {
  const { say, onLine, signal, ephemeral = false, dataDir = dataDirectory() } = options;
  const [postgres, nats] = await findServers({ dataDir, ephemeral, say });
  try {
    const ports = await choosePorts(options.gatewayPort, ephemeral, say);
    await provision({ databaseUrl: postgres.url, database: DATABASE, natsUrl: nats.url, say });
    signal?.throwIfAborted();
    const children = childrenOf(ports, postgres.url, nats.url, options.env ?? {});
    const supervisor = superviseAll(children, {
      say,
      onLine,
      stopOrder: [['gateway'], [...SERVICES]],
      stopLimit: STOP_WITHIN_MS,
    });
    signal?.addEventListener('abort', () => void supervisor.stop());
    await supervisor.ready().catch(async (error: unknown) => {
      await supervisor.stop();
      throw error;
    });
    const stop = async (): Promise<void> => {
      await supervisor.stop();
      await stopServers([postgres, nats]);
    };
    const gatewayUrl = `http://localhost:${ports['gateway']}`;
    const databaseUrl = withUrl(postgres.url, { database: DATABASE });
    return { gatewayUrl, natsUrl: nats.url, databaseUrl, supervisor, postgres, nats, stop };
  } catch (error) {
    await stopServers([postgres, nats]);
    throw error;
  }
};

const findServers = async (options: { dataDir: string; ephemeral: boolean; say: Say }): Promise<[Server, Server]> => {
  const [postgres, nats] = await Promise.allSettled([findPostgres(options), findNats(options)]);
  if (postgres.status === 'fulfilled' && nats.status === 'fulfilled') return [postgres.value, nats.value];
  await stopServers([postgres, nats].flatMap((found) => (found.status === 'fulfilled' ? [found.value] : [])));
  throw [postgres, nats].find((found) => found.status === 'rejected')!.reason;
};

const stopServers = (servers: readonly Server[]): Promise<unknown> =>
  Promise.allSettled(servers.map((server) => server.stop()));

const choosePorts = async (gatewayPort: number, ephemeral: boolean, say: Say): Promise<Record<string, number>> => {
  const ports: Record<string, number> = {};
  const wanted: [string, number][] = [['gateway', gatewayPort], ...SERVICES.map((name, i): [string, number] => [name, FIRST_PORT + i])];
  for (const [name, preferred] of wanted) {
    ports[name] = await nextFree(ephemeral ? undefined : preferred, Object.values(ports));
    if (!ephemeral && ports[name] !== preferred) say(`Port ${preferred} is taken, ${name} uses ${ports[name]}`);
  }
  return ports;
};

const nextFree = async (preferred: number | undefined, taken: readonly number[]): Promise<number> => {
  const port = await freePort(preferred);
  return taken.includes(port) ? nextFree(port + 1, taken) : port;
};

const childrenOf = (
  ports: Record<string, number>,
  databaseUrl: string,
  natsUrl: string,
  env: Record<string, string>,
): ChildSpec[] => {
  const publicUrl = `http://localhost:${ports['gateway']}`;
  const child = (name: string, own: Record<string, string>): ChildSpec => ({
    name,
    command: process.execPath,
    args: [join(ROOT, 'services', name, 'src/main.ts')],
    cwd: ROOT,
    readyUrl: `http://127.0.0.1:${ports[name]}/readyz`,
    env: { ...process.env, PUBLIC_URL: publicUrl, PORT: String(ports[name]), ...env, ...own },
  });
  const upstreams = SERVICES.map((name) => [`${name.toUpperCase()}_URL`, `http://127.0.0.1:${ports[name]}`]);
  return [
    ...SERVICES.map((name) =>
      child(name, {
        DATABASE_URL: withUrl(databaseUrl, { database: DATABASE, user: name, password: rolePassword(name) }),
        NATS_URL: natsUrl,
      }),
    ),
    child('gateway', { HOST: process.env['GATEWAY_HOST'] ?? '127.0.0.1', ...Object.fromEntries(upstreams) }),
  ];
};
