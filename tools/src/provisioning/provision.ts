import { connect } from '@nats-io/transport-node';
import { natsAddress, provisionStreams } from '@staycover/messaging';
import { consumers, durables, followers, manifests, publishers } from '../manifests.ts';
import { cannotConnect } from './connecting.ts';
import { createDatabase, type PasswordFor, provisionDatabase, type Say } from './database.ts';
import { byDatabase, type Databases, GATEWAY } from './databases.ts';
import { provisionCounts } from './gateway-counts.ts';
import { type NatsSystem, natsSystems, systemConsumers } from './nats-systems.ts';
import { variable } from './variable.ts';

export type ProvisionOptions = {
  databases: Databases;
  natsUrl: string;
  /** Administrator's login to NATS, when the URL has none. */
  natsLogin?: { user?: string | undefined; password?: string | undefined };
  /** Passwords for developers unless given: who provisions starts the services, too. */
  passwordFor?: PasswordFor;
  /** Replicas of each stream, unless NATS_REPLICAS is set. */
  natsReplicas?: number;
  /** The other systems that have a login to NATS. */
  systems?: readonly NatsSystem[];
  say: Say;
};

/** The password that the environment has for a service's role, e.g. `BILLING_DB_PASSWORD`; production needs one. */
export const givenPassword: PasswordFor = (service) => {
  const name = `${service.toUpperCase()}_DB_PASSWORD`;
  const password = variable(name);
  if (!password && process.env['NODE_ENV'] === 'production') {
    throw new Error(
      `${name} is needed in production: set it to a long random password, the one in the service's DATABASE_URL.`,
    );
  }
  return password || undefined;
};

/** A development password unless the environment has one. */
export const rolePassword = (service: string): string => givenPassword(service) ?? service;

/** In production only with a password: gateways that share no database count for themselves. */
const provisionGateway = async (url: string, passwordFor: PasswordFor, say: Say): Promise<void> => {
  if (process.env['NODE_ENV'] === 'production' && !variable('GATEWAY_DB_PASSWORD'))
    return say('Gateway: GATEWAY_DB_PASSWORD is not set, each gateway counts requests for itself');
  await provisionCounts(url, passwordFor(GATEWAY));
};

const countFrom = (name: string): number | undefined => {
  const text = variable(name);
  if (text === undefined || text === '') return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${name} must be a whole number of at least 1, not ${text}.`);
  return Number(text);
};

const MIB = 1024 ** 2;

/** What streams hold at most, of the environment: `STREAM_MIB` for all, `BILLING_STREAM_MIB` for one. */
const streamSizes = (): { maxBytes?: number; maxBytesByService: Record<string, number> } => {
  const all = countFrom('STREAM_MIB');
  const own = publishers.flatMap((name): [string, number][] => {
    const mebibytes = countFrom(`${name.toUpperCase()}_STREAM_MIB`);
    return mebibytes === undefined ? [] : [[name, mebibytes * MIB]];
  });
  return { ...(all && { maxBytes: all * MIB }), maxBytesByService: Object.fromEntries(own) };
};

/**
 * Brings PostgreSQL and NATS to what the services expect: roles, schemas, migrations, streams, consumers. What the environment has
 * is looked at before anything is changed.
 */
export const provision = async ({
  databases,
  natsUrl,
  natsLogin,
  natsReplicas = 1,
  systems = natsSystems(),
  passwordFor = rolePassword,
  say,
}: ProvisionOptions): Promise<void> => {
  const streams = { replicas: countFrom('NATS_REPLICAS') ?? natsReplicas, ...streamSizes() };
  for (const { name } of manifests) passwordFor(name);
  for (const [url, services] of byDatabase(databases)) {
    if (await createDatabase(url)) say(`Database ${new URL(url).pathname.slice(1)}: created`);
    const own = manifests.filter(({ name }) => services.includes(name));
    await provisionDatabase(url, own, passwordFor, say);
    if (services.includes(GATEWAY)) await provisionGateway(url, passwordFor, say);
  }
  const address = { ...natsAddress(natsUrl, natsLogin), timeout: 5_000, inboxPrefix: '_INBOX_admin' };
  const connection = await connect(address).catch((cause: unknown) => {
    throw cannotConnect('NATS', 'NATS_URL', natsUrl, cause);
  });
  try {
    await provisionStreams(connection, {
      publishers,
      consumers,
      otherConsumers: [...followers, ...systems.flatMap(systemConsumers)],
      ...streams,
    });
  } finally {
    await connection.close();
  }
  say(`Provisioned: ${manifests.length} schemas, ${publishers.length} streams, ${durables.length} consumers`);
};
