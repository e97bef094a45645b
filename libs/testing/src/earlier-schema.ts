import { type Migrations, migrate } from '@staycover/db';
import pg from 'pg';

/**
 * Gives a service's schema the tables that it had after some migrations, without rows, and calls `use` with a client of the
 * administrator that looks there first.
 */
export const withEarlierSchema = async (
  adminUrl: string,
  service: string,
  released: Migrations,
  use: (client: pg.Client) => Promise<void>,
): Promise<void> => {
  const client = new pg.Client({ connectionString: adminUrl, options: `-c search_path=${service},public` });
  await client.connect();
  try {
    await client.query(`drop schema ${service} cascade; create schema ${service} authorization ${service}_owner;
      grant usage on schema ${service} to ${service};
      alter default privileges for role ${service}_owner in schema ${service}
        grant select, insert, update, delete on tables to ${service};
      alter default privileges for role ${service}_owner in schema ${service} grant usage, select on sequences to ${service}`);
    await migrate(adminUrl, service, released);
    await use(client);
  } finally {
    await client.end();
  }
};
