import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { NatsConnection } from '@nats-io/transport-node';
import {
  connectTestNats,
  createTestDatabase,
  createTestNats,
  type TestDatabase,
  type TestNats,
} from '@staycover/testing';
import { UsageError } from '../cli/usage-error.ts';
import { withClient } from '../provisioning/database.ts';
import { allIn } from '../testing/one-database.ts';
import { deadLetters } from './dead-letters.ts';

let database: TestDatabase;
let nats: TestNats;
let connection: NatsConnection | undefined;

beforeEach(async () => {
  database = await createTestDatabase();
  nats = await createTestNats([]);
  const letter = `insert into contract.dead_letter (consumer, event_key, subject, payload, reason, attempts)
    values ('contract-inbound-deal-closed', $1, 'insurance.inbound.deal-closed.acme', '{}', 'unknown', 6)`;
  await withClient(database.adminUrl, async (client) => {
    for (const key of ['first', 'second']) await client.query(letter, [key]);
  });
});

afterEach(async () => {
  await connection?.close();
  connection = undefined;
  await database.drop();
});

/** None for one that is not answered. */
type Answers = (id: string) => { outcome: string } | undefined;

const run = async (...args: string[]) => {
  const lines: string[] = [];
  const servers = { databases: allIn(database.adminUrl), nats };
  const ran = deadLetters.run({ args, servers, patienceMs: 1_000, print: (line) => void lines.push(line) });
  return { failure: await ran.catch(({ message }: Error) => message), lines };
};

const replay = () => run('replay', 'contract', 'all');

/** 1,100 more, half of them of another organization. */
const giveMany = () =>
  withClient(database.adminUrl, (client) =>
    client.query(`insert into contract.dead_letter (consumer, event_key, organization_id, subject, payload, reason, attempts)
      select 'contract-inbound-deal-closed', n::text, case n % 2 when 0 then 'acme' else 'other' end,
        'insurance.inbound.deal-closed.acme', '{}', 'unknown', 6
      from generate_series(1, 1100) as n`),
  );

/** A process of the service. */
const startAnswering = async (answer: Answers) => {
  connection = await connectTestNats(nats);
  connection.subscribe('rpc.contract.replay-dead-letter', {
    callback(_error, message) {
      const answered = answer(message.json<{ id: string }>().id);
      if (answered) message.respond(JSON.stringify(answered));
    },
  });
  await connection.flush();
};

describe('given more than are read at once', () => {
  beforeEach(giveMany);

  test('then the list has each, by organization too', async () => {
    const all = await run('list', '--json');
    expect(new Set(all.lines.map((line) => JSON.parse(line).id)).size).toBe(1_102);
    expect((await run('list')).lines).toHaveLength(1_103);
    expect((await run('list', '--service', 'contract', '--org', 'acme', '--json')).lines).toHaveLength(550);
  });

  test('then each is tried again once, and what stays is counted', async () => {
    const asked: string[] = [];
    await startAnswering((id) => {
      asked.push(id);
      return { outcome: asked.length <= 1_050 ? 'REJECTED' : 'REPLAYED' };
    });
    const { failure, lines } = await replay();
    expect(failure).toBe('1050 of 1102 stay dead letters.');
    expect(lines).toHaveLength(1_102);
    expect(new Set(asked).size).toBe(1_102);
    const ofOther = await run('replay', 'contract', 'all', '--org', 'other');
    expect(ofOther.lines.at(-1)).toBe('550 replayed.');
  });

  test('then all of an organization are discarded together, with the reason', async () => {
    const args = ['discard', 'contract', 'all', '--org', 'acme', '--reason', 'sent by mistake', '--by', 'me'];
    const { lines } = await run(...args);
    expect(lines).toHaveLength(551);
    expect(lines.at(-1)).toBe('550 discarded.');
    const discarded = `select count(*)::int as n from contract.dead_letter where organization_id = 'acme'
      and resolution = 'DISCARDED' and resolved_by = 'me' and note = 'sent by mistake'`;
    const { rows } = await withClient(database.adminUrl, (client) => client.query<{ n: number }>(discarded));
    expect(rows).toEqual([{ n: 550 }]);
    expect((await run('list', '--json')).lines).toHaveLength(552);
  });
});

test.each([
  ['all without an organization', ['all', '--reason', 'sent by mistake']],
  ['all without a reason', ['all', '--org', 'acme']],
  ['one with an organization', ['1', '--org', 'acme', '--reason', 'sent by mistake']],
])('%s is not discarded', async (_what, args) => {
  const servers = { databases: { contract: database.adminUrl }, nats };
  const discarding = deadLetters.run({ args: ['discard', 'contract', ...args], servers, print: () => undefined });
  await expect(discarding).rejects.toThrow(UsageError);
  expect((await run('list', '--json')).lines).toHaveLength(2);
});

test('given no process of the service, then that is what the operator is shown', async () => {
  expect(await replay()).toEqual({
    failure: 'No process of contract is there to replay it: start one, then replay again.',
    lines: [],
  });
});

test('given one that is not answered, then the others are replayed all the same', async () => {
  const asked: string[] = [];
  await startAnswering((id) => {
    asked.push(id);
    return asked.length > 1 ? { outcome: 'REPLAYED' } : undefined;
  });
  expect(await replay()).toEqual({
    failure: '1 of 2 stay dead letters.',
    lines: [
      `contract ${asked[0]}: FAILED, no answer in time: it may still take effect`,
      `contract ${asked[1]}: REPLAYED`,
    ],
  });
});
