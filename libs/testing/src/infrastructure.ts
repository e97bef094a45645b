import { randomUUID } from 'node:crypto';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { EventDefinition } from '@staycover/events';
import { type Provisioning, provisionStreams } from '@staycover/messaging';
import pg from 'pg';

const required = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing: run this spec through Jest's "real" project.`);
  return value;
};

export type TestDatabase = {
  /** URL for a service's own role. */
  urlFor(service: string): string;
  adminUrl: string;
  drop(): Promise<void>;
};

const withAdmin = async (url: string, sql: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
};

/** A database of its own with every service's schema, copied from the template that the global setup made. */
export const createTestDatabase = async (): Promise<TestDatabase> => {
  const serverUrl = required('TEST_POSTGRES_URL');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await withAdmin(serverUrl, `create database ${name} template ${required('TEST_TEMPLATE')} strategy file_copy`);
  const urlFor = (user: string, password: string): string => {
    const url = new URL(serverUrl);
    Object.assign(url, { username: user, password, pathname: `/${name}` });
    return url.toString();
  };
  const admin = new URL(serverUrl);
  return {
    urlFor: (service) => urlFor(service, service),
    adminUrl: urlFor(admin.username, admin.password),
    drop: () => withAdmin(serverUrl, `drop database if exists ${name} with (force)`),
  };
};

const PUBLISHERS = ['contract', 'policy', 'billing', 'renewal', 'claims', 'insight', 'inbound'];

export type TestNats = { url: string; user: string; password: string };

/** A connection of its own to a JetStream account. */
export const connectTestNats = ({ url, user, password }: TestNats): Promise<NatsConnection> =>
  connect({ servers: url, user, pass: password });

/** The JetStream account of this Jest worker, emptied and provisioned. */
export const createTestNats = async (
  consumers: readonly { service: string; event: EventDefinition }[],
  options: Partial<Provisioning> = {},
): Promise<TestNats> => {
  const url = required('TEST_NATS_URL');
  const user = `worker${process.env['JEST_WORKER_ID'] ?? 1}`;
  const nats = { url, user, password: user };
  const connection = await connectTestNats(nats);
  try {
    const jsm = await jetstreamManager(connection);
    for await (const { config } of jsm.streams.list()) await jsm.streams.delete(config.name);
    await provisionStreams(connection, { publishers: PUBLISHERS, consumers, maxBytes: 64 * 1024 ** 2, ...options });
  } finally {
    await connection.close();
  }
  return nats;
};
