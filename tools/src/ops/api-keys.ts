import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type ApiKey, createApiKey, type NewApiKey, readApiKeys, revokeApiKey } from '@staycover/auth';
import { everyRole } from '@staycover/kernel';
import { UsageError } from '../cli/usage-error.ts';
import { dataDirectory, findNoted } from '../platform/running.ts';
import { assertOrganizationId, type Command, JSON_FLAG, readInstant } from './command.ts';

const USAGE = `api-keys create --name <what for> --org <organization> [--org …] --role ${everyRole.join('|')} [--role …] [--expires <instant>]
api-keys list [--json]
api-keys revoke <id>
The file is API_KEYS_FILE, else that of what npm start runs, else api-keys.json in the data folder. --org '*' is for platform staff.`;

/** Makes, lists and revokes API keys; the processes that verify them see it within a second. */
export const apiKeys: Command = {
  usage: USAGE,
  async run({ args: [action, ...args], print }) {
    const named = process.env['API_KEYS_FILE'] || findNoted()?.apiKeysFile;
    const file = named ?? join(dataDirectory(), 'api-keys.json');
    // The folder of a platform that has not been started yet.
    if (action === 'create' && !named) mkdirSync(dataDirectory(), { recursive: true });
    if (action === 'create') return create(file, args, print);
    if (action === 'list') return list(file, args, print);
    if (action === 'revoke' && args[0] && args.length === 1) return revoke(file, args[0], print);
    throw new UsageError();
  },
};

const list = async (file: string, args: string[], print: (line: string) => void): Promise<void> => {
  const { values } = parseArgs({ args, options: JSON_FLAG });
  const keys = await readApiKeys(file);
  if (keys.length === 0 && !values.json) print(`none in ${file}`);
  for (const { hash: _hash, ...key } of keys) print(values.json ? JSON.stringify(key) : formatLine(key));
};

const create = async (file: string, args: string[], print: (line: string) => void): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: {
      name: { type: 'string' },
      org: { type: 'string', multiple: true },
      role: { type: 'string', multiple: true },
      expires: { type: 'string' },
    },
  });
  const { name, org, role, expires } = values;
  if (!name || !org || !role) throw new UsageError();
  if (org.includes('*') && org.length > 1) throw new UsageError("--org '*' is all organizations: name no other.");
  for (const each of org) if (each !== '*') assertOrganizationId(each);
  const unknown = role.find((each) => !everyRole.some((known) => known === each));
  if (unknown !== undefined) throw new UsageError(`--role must be one of ${everyRole.join(', ')}, not "${unknown}".`);
  const { key, kept } = await createApiKey(file, {
    name,
    organizations: org as NewApiKey['organizations'],
    roles: role as NewApiKey['roles'],
    expiresAt: expires === undefined ? null : readExpiry(expires),
  });
  print(formatLine(kept));
  print(`The key, shown this once: ${key}`);
};

const isPast = (instant: string): boolean => Temporal.Instant.compare(instant, Temporal.Now.instant()) <= 0;

const readExpiry = (text: string): string => {
  const expiry = readInstant('expires', text).toString({ smallestUnit: 'second' });
  if (isPast(expiry)) throw new UsageError(`--expires must be in the future, not "${text}".`);
  return expiry;
};

const revoke = async (file: string, id: string, print: (line: string) => void): Promise<void> => {
  if (!(await revokeApiKey(file, id))) throw new Error(`There is no API key ${id} in ${file}.`);
  print(`${id} is revoked.`);
};

const formatLine = ({
  id,
  name,
  organizations,
  roles,
  createdAt,
  expiresAt,
  revokedAt,
}: Omit<ApiKey, 'hash'>): string => {
  const expiry = expiresAt && `${isPast(expiresAt) ? 'expired' : 'until'} ${expiresAt}`;
  const state = revokedAt ? `revoked ${revokedAt}` : (expiry ?? 'active');
  const scope = organizations === '*' ? 'all organizations' : organizations.join(', ');
  return [id, name, scope, roles.join(', '), `made ${createdAt}`, state].join('  |  ');
};
