import { findPostgres, kept, type Server } from '@staycover/infra';
import { registerLibraries } from '../libraries/bundle.ts';
import type { Say } from '../provisioning/database.ts';
import {
  type Databases,
  hasEveryService,
  inOneDatabase,
  namedDatabases,
  ownDatabases,
  withUrl,
} from '../provisioning/databases.ts';
import { type NatsSystem, natsSystems } from '../provisioning/nats-systems.ts';
import { type ProvisionOptions, provision, rolePassword } from '../provisioning/provision.ts';
import { refuseTakenRoles } from '../provisioning/taken-roles.ts';
import type { ChildSpec } from './child.ts';
import { type LocalAuth, startLocalAuth } from './local-auth.ts';
import { type NatsLogin, type PlatformNats, startPlatformNats } from './nats.ts';
import { childSpecs, choosePorts, listAddresses, listProcesses, type Surroundings, stopOrder } from './processes.ts';
import { dataDirectory } from './running.ts';
import { type Backoff, type Supervisor, superviseAll } from './supervisor.ts';

/** How long a process may take to end: the first time it also writes its compile cache. */
const STOP_WITHIN_MS = 20_000;

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
  /** Processes of each service, and of the gateway. */
  replicas?: number;
  /** Puts a proxy between a process and its dependencies. */
  wire?: (spec: ChildSpec) => Promise<ChildSpec>;
  /** Another release to provision and run. */
  release?: Release;
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

/** For a platform that prints nothing. */
export const quietly = { say: () => undefined, onLine: () => undefined };

/** A release in a folder of its own. */
export type Release = { folder: string; provision(options: ProvisionOptions): Promise<void> };

export type Platform = {
  /** The first gateway. */
  gatewayUrl: string;
  /** Where each process listens: `policy`, and `policy-2` where there are several; gateways, too. */
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

/** The code of a release, or this one with its libraries in a few files. */
const chooseCode = async ({ release, say }: PlatformOptions): Promise<Pick<Surroundings, 'code' | 'register'>> =>
  release ? { code: release.folder } : { register: await registerLibraries(say) };

/** Brings up the whole platform: servers, roles, schemas, streams, the seven processes. */
export const startPlatform = async (options: PlatformOptions): Promise<Platform> => {
  const { say, onLine, signal, ephemeral = false, dataDir = dataDirectory(), systems = natsSystems() } = options;
  const processes = listProcesses(options.replicas ?? 1);
  const nodes = options.natsNodes ?? 1;
  const [postgres, nats] = await findServers({ dataDir, ephemeral, say, welcomeAll: !options.auth, systems, nodes });
  const servers: Stoppable[] = [...(postgres ? [postgres] : []), nats.server];
  try {
    const databases = await databasesOn(postgres);
    const auth = options.auth ? await startLocalAuth({ dataDir, ephemeral }) : undefined;
    if (auth) servers.push(auth);
    await (options.release?.provision ?? provision)({
      databases,
      natsUrl: nats.server.url,
      natsLogin: nats.loginFor('admin'),
      natsReplicas: Math.min(nodes, MOST_COPIES),
      systems,
      say,
    });
    signal?.throwIfAborted();
    // Not before: provisioning takes a while, in which another platform may take them.
    const { ports, release } = await choosePorts(processes, ephemeral ? undefined : options.gatewayPort, say);
    servers.push({ stop: async () => release() });
    const specs = childSpecs(processes, {
      ports,
      databaseFor: databaseEnvironment(databases, postgres, options),
      nats,
      env: { ...auth?.environment, ...(options.sandbox && sandboxEnvironment()), ...options.env },
      ...(await chooseCode(options)),
    });
    const children = await Promise.all(specs.map(options.wire ?? (async (spec) => spec)));
    const supervisor = superviseAll(children, {
      say,
      onLine,
      stopOrder: stopOrder(processes),
      stopLimit: STOP_WITHIN_MS,
      ...(options.backoff && { backoff: options.backoff }),
    });
    signal?.addEventListener('abort', () => void supervisor.stop());
    await supervisor.ready().catch((error: unknown) => supervisor.stop().then(() => Promise.reject(error)));
    const stop = async (): Promise<void> => {
      await supervisor.stop();
      await stopServers(servers);
    };
    return {
      ...listAddresses(processes, ports),
      natsUrl: nats.server.url,
      natsLogin: nats.loginFor,
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

/** The databases of all services, where those of others are not taken by another platform. */
const databasesOn = async (postgres: Server | undefined): Promise<Databases> => {
  const own = ownDatabases();
  const databases = { ...(postgres && inOneDatabase(postgres.url)), ...own };
  if (postgres?.pid === undefined || Object.keys(own).length > 0) await refuseTakenRoles(databases, rolePassword);
  return databases;
};

/** A sandbox shows the calendar at work: it invoices automatically unless configured otherwise. */
const sandboxEnvironment = (): Record<string, string> => ({
  SANDBOX: 'on',
  AUTO_INVOICE: process.env['AUTO_INVOICE'] ?? 'on',
});

type FindServers = Parameters<typeof startPlatformNats>[0];

const findServers = async (options: FindServers): Promise<[Server | undefined, PlatformNats]> => {
  // A URL that is none is refused before it is shown.
  namedDatabases();
  const find = (port?: number) => findPostgres({ ...options, ...(port && { port }) });
  const findOne = () => (options.ephemeral ? find() : kept('PostgreSQL', find, options.say));
  const wanted = hasEveryService(ownDatabases()) ? undefined : findOne();
  const [postgres, nats] = await Promise.allSettled([wanted, startPlatformNats(options)]);
  if (postgres.status === 'fulfilled' && nats.status === 'fulfilled') return [postgres.value, nats.value];
  if (postgres.status === 'fulfilled') await postgres.value?.stop();
  if (nats.status === 'fulfilled') await nats.value.server.stop();
  throw [postgres, nats].find((found) => found.status === 'rejected')!.reason;
};

type Stoppable = { stop(): Promise<void> };

const stopServers = (servers: readonly Stoppable[]): Promise<unknown> =>
  Promise.allSettled(servers.map((server) => server.stop()));

/** How a service, or the gateway, reaches its database: by the socket of a server that has one, by a pooler where there is one. */
const databaseEnvironment =
  (databases: Databases, server: Server | undefined, { wire, pooled }: Pick<PlatformOptions, 'wire' | 'pooled'>) =>
  (service: string): Record<string, string> => {
    const database = databases[service];
    if (!database) return {};
    const isDirect = !wire && !pooled;
    const isThere = isDirect && server && new URL(database).host === new URL(server.url).host;
    const socketFolder = isThere ? server.socketFolder : undefined;
    const url = withUrl(database, { user: service, password: rolePassword(service), socketFolder });
    return pooled ? { DATABASE_URL: pooled(url), RELAY_DATABASE_URL: url } : { DATABASE_URL: url };
  };
