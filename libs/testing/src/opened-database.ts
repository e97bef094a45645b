import { type Database, openDatabase } from '@staycover/db';
import pg from 'pg';
import { createTestDatabase } from './infrastructure.ts';

/** A database of its own, as a service uses it, and as an administrator looks into the service's schema. */
type OpenedDatabase = { database: Database; admin: pg.Client; drop(): Promise<void> };

export const openTestDatabase = async (service: string): Promise<OpenedDatabase> => {
  const { urlFor, adminUrl, drop } = await createTestDatabase();
  const admin = new pg.Client({ connectionString: adminUrl, options: `-c search_path=${service}` });
  await admin.connect();
  const database = await openDatabase({ url: urlFor(service), schema: service, entities: [] });
  return {
    database,
    admin,
    async drop() {
      await database.close();
      await admin.end();
      await drop();
    },
  };
};
