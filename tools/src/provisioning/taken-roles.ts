import { sqlState } from '@staycover/db';
import pg from 'pg';
import { isDatabase, withClient } from './database.ts';
import { byDatabase, type Databases, withUrl } from './databases.ts';

const WRONG_PASSWORD = '28P01';

/**
 * On servers of others, roles of services that are there already keep their passwords: they may be those of another platform,
 * which would be locked out.
 * @throws Error that names a role with another password than it would get.
 */
export const refuseTakenRoles = async (
  databases: Databases,
  passwordFor: (service: string) => string,
): Promise<void> => {
  for (const [url, services] of byDatabase(databases)) {
    const server = (await isDatabase(url)) ? url : withUrl(url, { database: 'postgres' });
    const { rows } = await withClient(server, (client) =>
      client.query<{ name: string }>('select rolname as name from pg_roles where rolcanlogin and rolname = any($1)', [
        services,
      ]),
    );
    for (const { name } of rows) {
      if (!(await isRefused(withUrl(server, { user: name, password: passwordFor(name) })))) continue;
      throw new Error(
        `The role ${name} is there with another password, maybe of another platform. Set ${name.toUpperCase()}_DB_PASSWORD to it, or take another server.`,
      );
    }
  }
};

const isRefused = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, application_name: 'provision' });
  try {
    await client.connect();
    return false;
  } catch (error) {
    return sqlState(error) === WRONG_PASSWORD;
  } finally {
    await client.end().catch(() => undefined);
  }
};
