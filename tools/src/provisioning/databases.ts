import { UsageError } from '../cli/usage-error.ts';
import { manifests } from '../manifests.ts';
import { variable } from './variable.ts';

/** The owner of an additional schema, if a database is configured for it. */
export const GATEWAY = 'gateway';

/**
 * The administrator's URL of the database that each service's schema is in, and the gateway's: one for all, or some on servers
 * of their own.
 */
export type Databases = Readonly<Record<string, string>>;

const DATABASE = 'staycover';

const owners = [...manifests.map(({ name }) => name), GATEWAY];

type UrlChange = { database?: string; user?: string; password?: string; socketFolder?: string | undefined };

/** The same server's URL with another database, user or password, or by way of its socket. */
export const withUrl = (url: string, change: UrlChange): string => {
  const changed = new URL(url);
  if (change.database) changed.pathname = `/${change.database}`;
  if (change.user) changed.username = encodeURIComponent(change.user);
  if (change.password) changed.password = encodeURIComponent(change.password);
  if (change.socketFolder) changed.searchParams.set('host', change.socketFolder);
  return changed.toString();
};

/** All services in one database of a server: `DATABASE_NAME`. */
export const inOneDatabase = (serverUrl: string): Databases => {
  const url = withUrl(serverUrl, { database: variable('DATABASE_NAME') || DATABASE });
  return Object.fromEntries(owners.map((name) => [name, url]));
};

/** The variable with the administrator's URL of one service's database, which it names, e.g. `BILLING_DATABASE_URL`. */
const variableName = (service: string): string => `${service.toUpperCase()}_DATABASE_URL`;

const HOW =
  'postgres://user:password@host:5432/database; in a password, what is no letter or digit is written as %2F is for /';

/**
 * A URL of the environment.
 * @throws UsageError that leaves the URL out: it may have a password.
 */
const readUrl = (name: string): string | undefined => {
  const url = variable(name);
  if (!url || (URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol))) return url;
  throw new UsageError(`${name} is no URL such as ${HOW}.`);
};

/** Those for which the environment names a database of its own. */
export const ownDatabases = (): Databases =>
  Object.fromEntries(
    owners.flatMap((name) => {
      const url = readUrl(variableName(name));
      return url ? [[name, url]] : [];
    }),
  );

export const hasEveryService = (databases: Databases): boolean => manifests.every(({ name }) => databases[name]);

/** What the environment names: `DATABASE_URL` for all, `<SERVICE>_DATABASE_URL` for one. */
export const namedDatabases = (): Databases => {
  const server = readUrl('DATABASE_URL');
  return { ...(server && inOneDatabase(server)), ...ownDatabases() };
};

/** The same; undefined unless each service has one. */
export const readDatabases = (): Databases | undefined => {
  const databases = namedDatabases();
  return hasEveryService(databases) ? databases : undefined;
};

/**
 * For what works on a database that is there: where `DATABASE_NAME` is not set, the URL of the server may name only the default
 * or `postgres`. Another one would be passed over, and the default may be that of another platform.
 * @throws UsageError.
 */
export const assertDatabaseNamed = (): void => {
  const url = readUrl('DATABASE_URL');
  if (!url || variable('DATABASE_NAME') || owners.every((name) => ownDatabases()[name])) return;
  if (['', '/', '/postgres', `/${DATABASE}`].includes(new URL(url).pathname)) return;
  throw new UsageError(
    `DATABASE_URL names another database than ${DATABASE}, which is used: set DATABASE_NAME to the one that is meant.`,
  );
};

/** The services by the database that they are in. */
export const byDatabase = (databases: Databases): [url: string, services: string[]][] => {
  const services = Map.groupBy(Object.keys(databases), (service) => databases[service]!);
  return [...services];
};
