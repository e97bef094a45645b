import { join, resolve } from 'node:path';
import { findPostgres, freePort, type Server } from '@staycover/infra';
import type { Say } from '../provisioning/database.ts';
import { type Databases, hasEveryService, inOneDatabase, ownDatabases, withUrl } from '../provisioning/databases.ts';
import { type NatsSystem, natsSystems } from '../provisioning/nats-systems.ts';
import { provision, rolePassword } from '../provisioning/provision.ts';
import type { ChildSpec } from './child.ts';
import { type LocalAuth, startLocalAuth } from './local-auth.ts';
import { type NatsLogin, type PlatformNats, startPlatformNats } from './nats.ts';
import { dataDirectory } from './running.ts';
import { type Backoff, type Supervisor, superviseAll } from './supervisor.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const STOP_WITHIN_MS = 8_000;

const SERVICES = ['policy', 'contract', 'billing', 'renewal', 'claims', 'insight'] as const;
const FIRST_PORT = 8_081;
/** Of each stream, on a cluster. */
const MOST_COPIES = 3;

export type PlatformOptions = {
  say: Say;
  /** Gets every line that a process writes. */
  onLine: (name: string, line: string) => void;
  gatewayPort: number;
  /** Throws data away at the end, and keeps out of the way of a platform that runs already. */
  ephemeral?: boolean;
  dataDir?: string;
  /** Asks for credentials, of an issuer of its own, and for signed webhooks. */
  auth?: boolean;
  /** The other systems that have a login to NATS. */
  systems?: readonly NatsSystem[];
  /** Lets `POST /sandbox/clock` move the time of all services. */
  sandbox?: boolean;
  /** Processes of each service; the gateway is one. */
  replicas?: number;
  /** Where services reach the database of a URL through a pooler. */
  pooled?: (url: string) => string;
  /** Servers of NATS: more than one are a cluster, with three copies of each stream at most. */
  natsNodes?: number;
  /** More environment for every process. */
  env?: Record<string, string>;
  /** How long to wait before a process that ended is started again. */
  backoff?: Backoff;
  /** Ends a start that is under way. */
  signal?: AbortSignal;
};

export type Platform = {
  gatewayUrl: string;
  /** Where each process listens: `policy`, and `policy-2` where there are several. */
  urls: Record<string, string>;
  natsUrl: string;
  /** How a service, `admin` or another system connects to NATS. */
  natsLogin(user: string): NatsLogin;
  /** The other systems that have a login to NATS. */
  natsSystems: readonly NatsSystem[];
  /** Who may call, when the platform asks. */
  auth: LocalAuth | undefined;
  databases: Databases;
  supervisor: Supervisor;
  /** How each process is started. */
  specs: readonly ChildSpec[];
  /** Undefined where each service has a database of its own that the environment names. */
  postgres: Server | undefined;
  nats: Server;
  stop(): Promise<void>;
};

/** Brings up the whole platform: servers, roles, schemas, streams, the seven processes. */
export const startPlatform = async (options: PlatformOptions): Promise<Platform> => {
  const { say, onLine, signal, ephemeral = false, dataDir = dataDirectory(), systems = natsSystems() } = options;
  const processes = processesOf(options.replicas ?? 1);
  const nodes = options.natsNodes ?? 1;
  const [postgres, nats] = await findServers({ dataDir, ephemeral, say, welcomeAll: !options.auth, systems, nodes });
  const databases = { ...(postgres && inOneDatabase(postgres.url)), ...ownDatabases() };
  const servers: Stoppable[] = [...(postgres ? [postgres] : []), nats.server];
  try {
    const auth = options.auth ? await startLocalAuth({ dataDir, ephemeral }) : undefined;
    if (auth) servers.push(auth);
    const ports = await choosePorts(processes, options.gatewayPort, ephemeral, say);
    await provision({
      databases,
      natsUrl: nats.server.url,
      natsLogin: nats.loginOf('admin'),
      natsReplicas: Math.min(nodes, MOST_COPIES),
      systems,
      say,
    });
    signal?.throwIfAborted();
    const children = childrenOf(processes, ports, databaseEnvironment(databases, options.pooled), nats, {
      ...auth?.environment,
      ...(options.sandbox && sandboxEnvironment()),
      ...options.env,
    });
    const supervisor = superviseAll(children, {
      say,
      onLine,
      stopOrder: [['gateway'], processes.map(({ name }) => name)],
      stopLimit: STOP_WITHIN_MS,
      ...(options.backoff && { backoff: options.backoff }),
    });
    signal?.addEventListener('abort', () => void supervisor.stop());
    await supervisor.ready().catch(async (error: unknown) => {
      await supervisor.stop();
      throw error;
    });
    const stop = async (): Promise<void> => {
      await supervisor.stop();
      await stopServers(servers);
    };
    return {
      ...addressesOf(ports),
      natsUrl: nats.server.url,
      natsLogin: nats.loginOf,
      natsSystems: systems,
      auth,
      databases,
      supervisor,
      specs: children,
      postgres,
      nats: nats.server,
      stop,
    };
  } catch (error) {
    await stopServers(servers);
    throw error;
  }
};

const addressesOf = (ports: Record<string, number>): Pick<Platform, 'gatewayUrl' | 'urls'> => ({
  gatewayUrl: `http://localhost:${ports['gateway']}`,
  urls: Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, `http://127.0.0.1:${port}`])),
});

/** A sandbox is there to see the calendar at work: it invoices by itself unless told otherwise. */
const sandboxEnvironment = (): Record<string, string> => ({
  SANDBOX: 'on',
  AUTO_INVOICE: process.env['AUTO_INVOICE'] ?? 'on',
});

type FindServers = Parameters<typeof startPlatformNats>[0];

const findServers = async (options: FindServers): Promise<[Server | undefined, PlatformNats]> => {
  const wanted = hasEveryService(ownDatabases()) ? undefined : findPostgres(options);
  const [postgres, nats] = await Promise.allSettled([wanted, startPlatformNats(options)]);
  if (postgres.status === 'fulfilled' && nats.status === 'fulfilled') return [postgres.value, nats.value];
  if (postgres.status === 'fulfilled') await postgres.value?.stop();
  if (nats.status === 'fulfilled') await nats.value.server.stop();
  throw [postgres, nats].find((found) => found.status === 'rejected')!.reason;
};

type Stoppable = { stop(): Promise<void> };

const stopServers = (servers: readonly Stoppable[]): Promise<unknown> =>
  Promise.allSettled(servers.map((server) => server.stop()));

/** A process of a service. */
type Process = { name: string; service: (typeof SERVICES)[number] };

/** `policy`, `contract`, …, then `policy-2`, `contract-2`, … */
const processesOf = (replicas: number): Process[] =>
  Array.from({ length: replicas }, (_, i) =>
    SERVICES.map((service) => ({ service, name: i === 0 ? service : `${service}-${i + 1}` })),
  ).flat();

const choosePorts = async (
  processes: readonly Process[],
  gatewayPort: number,
  ephemeral: boolean,
  say: Say,
): Promise<Record<string, number>> => {
  const ports: Record<string, number> = {};
  const wanted: [string, number][] = [
    ['gateway', gatewayPort],
    ...processes.map(({ name }, i): [string, number] => [name, FIRST_PORT + i]),
  ];
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
  processes: readonly Process[],
  ports: Record<string, number>,
  databaseOf: (service: string) => Record<string, string>,
  nats: PlatformNats,
  env: Record<string, string>,
): ChildSpec[] => {
  const publicUrl = `http://localhost:${ports['gateway']}`;
  const child = (name: string, service: string, own: Record<string, string>): ChildSpec => ({
    name,
    command: process.execPath,
    args: [join(ROOT, 'services', service, 'src/main.ts')],
    cwd: ROOT,
    readyUrl: `http://127.0.0.1:${ports[name]}/readyz`,
    // What is compiled already starts in two thirds of the time.
    env: {
      NODE_COMPILE_CACHE: join(ROOT, '.cache/compiled'),
      // Who tries it out receives webhooks on this machine.
      WEBHOOK_TARGETS: 'local',
      ...process.env,
      PUBLIC_URL: publicUrl,
      PORT: String(ports[name]),
      ...env,
      ...own,
    },
  });
  const urlsOf = (wanted: string): string =>
    processes
      .filter(({ service }) => service === wanted)
      .map(({ name }) => `http://127.0.0.1:${ports[name]}`)
      .join(',');
  const upstreams = SERVICES.map((name) => [`${name.toUpperCase()}_URL`, urlsOf(name)]);
  return [
    ...processes.map(({ name, service }) =>
      child(name, service, {
        ...databaseOf(service),
        NATS_URL: nats.server.url,
        ...natsEnvironment(nats.loginOf(service)),
      }),
    ),
    child('gateway', 'gateway', { HOST: process.env['GATEWAY_HOST'] ?? '127.0.0.1', ...Object.fromEntries(upstreams) }),
  ];
};

/** How a service reaches its database, by a pooler where there is one. */
const databaseEnvironment =
  (databases: Databases, pooled?: (url: string) => string) =>
  (service: string): Record<string, string> => {
    const url = withUrl(databases[service]!, { user: service, password: rolePassword(service) });
    return pooled ? { DATABASE_URL: pooled(url), RELAY_DATABASE_URL: url } : { DATABASE_URL: url };
  };

const natsEnvironment = ({ user, password, domain }: NatsLogin): Record<string, string> =>
  user ? { NATS_USER: user, NATS_PASSWORD: password ?? '', ...(domain && { NATS_DOMAIN: domain }) } : {};
