import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findNats, findNatsCluster, kept, type NatsConfigInput, natsSettings, type Server } from '@staycover/infra';
import { durables, manifests } from '../manifests.ts';
import type { Say } from '../provisioning/database.ts';
import { ADMIN, DOMAIN, natsLogins, userNames } from '../provisioning/nats-accounts.ts';
import { accountSettings } from '../provisioning/nats-settings.ts';
import type { NatsSystem } from '../provisioning/nats-systems.ts';
import { visitor } from '../provisioning/nats-visitor.ts';

export type NatsLogin = { user?: string | undefined; password?: string | undefined; domain?: string | undefined };

export type PlatformNats = {
  server: Server;
  /** How a service, `admin` or another system connects. */
  loginFor(user: string): NatsLogin;
};

type Options = {
  dataDir: string;
  ephemeral: boolean;
  say: Say;
  welcomeAll: boolean;
  systems: readonly NatsSystem[];
  /** How many servers; more than one are a cluster. */
  nodes: number;
};

/**
 * NATS with separate permissions for every user, with passwords generated for this run. With `welcomeAll`, connections
 * without a name may listen and publish inbound events. On a server of the environment all use NATS_USER.
 */
export const startPlatformNats = async ({ welcomeAll, systems, nodes, ...options }: Options): Promise<PlatformNats> => {
  const { NATS_URL, NATS_USER, NATS_PASSWORD, NATS_DOMAIN } = process.env;
  if (NATS_URL)
    return {
      server: await findNats(options),
      loginFor: () => ({ user: NATS_USER, password: NATS_PASSWORD, domain: NATS_DOMAIN }),
    };
  const logins = natsLogins(
    manifests.map(({ name }) => name),
    durables,
    systems,
  );
  const passwords = Object.fromEntries(userNames(logins).map((name) => [name, newPassword()]));
  const config = (input: NatsConfigInput): string =>
    natsSettings(input, !options.ephemeral) +
    accountSettings(
      logins,
      (user) => JSON.stringify(passwords[user] ?? newPassword()),
      welcomeAll ? visitor(durables) : undefined,
    );
  const find = (port?: number) => findNats({ ...options, config, ...(port && { port }) });
  const findOne = () => (options.ephemeral ? find() : kept('NATS', find, options.say));
  const server = await (nodes > 1
    ? findNatsCluster({ ...options, config, kept: !options.ephemeral }, nodes)
    : findOne());
  if (!options.ephemeral) keepForOperators(join(options.dataDir, 'nats'), passwords);
  return {
    server,
    loginFor: (user) => ({ user, password: passwords[user], ...(user !== ADMIN && { domain: DOMAIN }) }),
  };
};

const newPassword = (): string => `p${randomBytes(24).toString('base64url')}`;

/** The passwords of this run, for commands in another terminal. */
const keepForOperators = (folder: string, passwords: Record<string, string>): void => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'passwords.json'), `${JSON.stringify(passwords, null, 2)}\n`, { mode: 0o600 });
};
