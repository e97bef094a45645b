import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { connect } from '@nats-io/transport-node';
import { createTestDatabase, createTestNats, type TestDatabase, type TestNats } from '@staycover/testing';
import { manifests } from '../manifests.ts';
import { withClient } from '../provisioning/database.ts';
import { deadLetters } from './dead-letters.ts';

let database: TestDatabase;
let nats: TestNats;

beforeEach(async () => {
  database = await createTestDatabase();
  nats = await createTestNats([]);
  const letter = `insert into contract.dead_letter (consumer, event_key, subject, payload, reason, attempts)
    values ('contract-inbound-deal-closed', $1, 'insurance.inbound.deal-closed.acme', '{}', 'unknown', 6)`;
  await withClient(database.adminUrl, async (client) => {
    for (const key of ['first', 'second']) await client.query(letter, [key]);
  });
});

afterEach(() => database.drop());

const replay = async () => {
  const lines: string[] = [];
  const servers = { databases: { contract: database.adminUrl }, nats };
  const replayed = deadLetters.run({
    args: ['replay', 'contract', 'all'],
    servers,
    patienceMs: 1_000,
    print: (line) => void lines.push(line),
  });
  return { failure: await replayed.catch(({ message }: Error) => message), lines };
};

test('given more than are read at once, then the list mentions that', async () => {
  const many = `insert into contract.dead_letter (consumer, event_key, subject, payload, reason, attempts)
    select 'contract-inbound-deal-closed', n::text, 'insurance.inbound.deal-closed.acme', '{}', 'unknown', 6
    from generate_series(1, 1000) as n`;
  await withClient(database.adminUrl, (client) => client.query(many));
  const lines: string[] = [];
  const databases = Object.fromEntries(manifests.map(({ name }) => [name, database.adminUrl]));
  const context = { servers: { databases, nats }, print: (line: string) => void lines.push(line) };
  await deadLetters.run({ ...context, args: ['list'] });
  expect(lines).toHaveLength(1_002);
  expect(lines.at(-1)).toBe('These are the oldest 1000: there may be more.');
});

test('given no process of the service, then that is what the operator is shown', async () => {
  expect(await replay()).toEqual({
    failure: 'No process of contract is there to replay it: start one, then replay again.',
    lines: [],
  });
});

test('given one that is not answered, then the others are replayed all the same', async () => {
  const connection = await connect({ servers: nats.url, user: nats.user, pass: nats.password });
  const asked: string[] = [];
  connection.subscribe('rpc.contract.replay-dead-letter', {
    callback(_error, message) {
      asked.push(message.json<{ id: string }>().id);
      if (asked.length > 1) message.respond(JSON.stringify({ outcome: 'REPLAYED' }));
    },
  });
  await connection.flush();
  const { failure, lines } = await replay();
  await connection.close();
  expect(failure).toBe('1 of 2 stay dead letters.');
  expect(lines).toEqual([
    `contract ${asked[0]}: FAILED, no answer in time: it may still take effect`,
    `contract ${asked[1]}: REPLAYED`,
  ]);
});
