import { type Database, openDatabase } from '@staycover/db';
import { createTestDatabase } from '@staycover/testing';
import pg from 'pg';
import { BoatEntity, boatTables, TripEntity } from './boats.ts';

/** A database with boats, their trips and their owners; `admin` sees and does everything. */
export const boatDatabase = async (wayTo: (url: string) => Promise<string> | string = (url) => url) => {
  const own = await createTestDatabase();
  const admin = new pg.Client({ connectionString: own.adminUrl, options: '-c search_path=policy,public' });
  await admin.connect();
  for (const sql of boatTables) await admin.query(sql);
  await admin.query('grant select, insert, update, delete on boat, trip, owner to policy');
  const url = await wayTo(own.urlFor('policy'));
  const database: Database = await openDatabase({ url, schema: 'policy', entities: [BoatEntity, TripEntity] });
  return {
    database,
    admin,
    adminUrl: own.adminUrl,
    async drop() {
      await database.close();
      await admin.end();
      await own.drop();
    },
  };
};
