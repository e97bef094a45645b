import { provisionStreams } from '@staycover/messaging';
import { connect } from '@nats-io/transport-node';
import { consumers, manifests, publishers } from '../manifests.ts';
import { createDatabase, provisionDatabase, withUrl, type Say } from './database.ts';

export type ProvisionOptions = {
  /** Administrator's URL of the PostgreSQL server. */
  databaseUrl: string;
  /** Name of the platform's database. */
  database: string;
  natsUrl: string;
  say: Say;
};

/** A development password unless the environment has one, e.g. `BILLING_DB_PASSWORD`. */
export const rolePassword = (service: string): string =>
  process.env[`${service.toUpperCase()}_DB_PASSWORD`] ?? service;

/** Brings PostgreSQL and NATS to what the services expect: roles, schemas, migrations, streams, consumers. */
export const provision = async ({ databaseUrl, database, natsUrl, say }: ProvisionOptions): Promise<void> => {
  if (await createDatabase(databaseUrl, database)) say(`Database ${database}: created`);
  await provisionDatabase(withUrl(databaseUrl, { database }), manifests, rolePassword, say);
  const connection = await connect({ servers: natsUrl.split(','), user: process.env['NATS_USER'], pass: process.env['NATS_PASSWORD'] });
  try {
    await provisionStreams(connection, { publishers, consumers, replicas: Number(process.env['NATS_REPLICAS'] ?? 1) });
  } finally {
    await connection.close();
  }
  say(`Provisioned: ${manifests.length} schemas, ${publishers.length} streams, ${consumers.length} consumers`);
};
