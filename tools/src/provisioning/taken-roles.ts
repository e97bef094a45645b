import { sqlState } from '@staycover/db';
import { isDatabase, withClient } from './database.ts';
import { byDatabase, type Databases, withUrl } from './databases.ts';
import { loginFailure } from './login.ts';

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
      const failure = await loginFailure(withUrl(server, { user: name, password: passwordFor(name) }));
      if (sqlState(failure) !== WRONG_PASSWORD) continue;
      throw new Error(
        `The role ${name} is there with another password, maybe of another platform. Set ${name.toUpperCase()}_DB_PASSWORD to it, or take another server.`,
      );
    }
  }
};
