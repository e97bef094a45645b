import { expect, test } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { RECEIVED } from '@staycover/messaging';
import { createTestDatabase, createTestNats } from '@staycover/testing';
import { manifests } from '../manifests.ts';
import { inOneDatabase, withUrl } from '../provisioning/databases.ts';
import { doctor } from './doctor.ts';

test('a database that was not provisioned is reported with its remedy alone', async () => {
  const { adminUrl, drop } = await createTestDatabase();
  const empty = withUrl(adminUrl, { database: 'postgres' });
  const databases = Object.fromEntries(Object.keys(inOneDatabase(adminUrl)).map((name) => [name, empty]));
  const lines: string[] = [];
  const servers = { databases, nats: await createTestNats([]) };
  await expect(doctor.run({ args: [], servers, print: (line) => void lines.push(line) })).rejects.toThrow(/wrong/);
  await drop();
  const names = manifests.map(({ name }) => name).join(', ');
  expect(lines.filter((line) => line.startsWith('PostgreSQL'))).toEqual([
    `PostgreSQL: has no schema ${names}\n    npm run provision makes it.`,
  ]);
});

test('a missing history of inbound events is reported', async () => {
  const { adminUrl, drop } = await createTestDatabase();
  const nats = await createTestNats([]);
  const admin = await connect({ servers: nats.url, user: nats.user, pass: nats.password });
  await (await jetstreamManager(admin)).streams.delete(RECEIVED);
  const lines: string[] = [];
  const servers = { databases: inOneDatabase(adminUrl), nats };
  await expect(doctor.run({ args: [], servers, print: (line) => void lines.push(line) })).rejects.toThrow(/wrong/);
  await admin.close();
  await drop();
  expect(lines).toContainEqual(expect.stringMatching(/^stream RECEIVED: is missing[^]*npm run provision/));
});
