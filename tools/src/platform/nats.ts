import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findNats, type NatsConfigInput, natsSettings, type Server } from '@staycover/infra';
import { consumers, manifests } from '../manifests.ts';
import type { Say } from '../provisioning/database.ts';
import { natsAccounts, natsUsers, visitor } from '../provisioning/nats-users.ts';

export type NatsLogin = { user?: string | undefined; password?: string | undefined };

export type PlatformNats = {
  server: Server;
  /** How a service, `admin`, `observer` or `publisher` connects. */
  loginOf(user: string): NatsLogin;
};

type Options = { dataDir: string; ephemeral: boolean; say: Say; welcomeAll: boolean };

/**
 * A NATS server on which everybody may do only what is theirs, with passwords made for this run. With `welcomeAll`,
 * connections without a name may listen and bring events. On a server of the environment all use NATS_USER.
 */
export const startPlatformNats = async ({ welcomeAll, ...options }: Options): Promise<PlatformNats> => {
  const { NATS_URL, NATS_USER, NATS_PASSWORD } = process.env;
  if (NATS_URL)
    return { server: await findNats(options), loginOf: () => ({ user: NATS_USER, password: NATS_PASSWORD }) };
  const users = natsUsers(
    manifests.map(({ name }) => name),
    consumers,
  );
  const passwords = Object.fromEntries(users.map(({ name }) => [name, newPassword()]));
  const config = (input: NatsConfigInput): string =>
    natsSettings(input, !options.ephemeral) +
    natsAccounts(
      users,
      (user) => JSON.stringify(passwords[user] ?? newPassword()),
      welcomeAll ? visitor(consumers) : undefined,
    );
  const server = await findNats({ ...options, config });
  if (!options.ephemeral) keepForOperators(join(options.dataDir, 'nats'), passwords);
  return { server, loginOf: (user) => ({ user, password: passwords[user] }) };
};

const newPassword = (): string => `p${randomBytes(24).toString('base64url')}`;

/** The passwords of this run, for commands in another terminal. */
const keepForOperators = (folder: string, passwords: Record<string, string>): void => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'passwords.json'), `${JSON.stringify(passwords, null, 2)}\n`, { mode: 0o600 });
};
