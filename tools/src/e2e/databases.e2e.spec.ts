import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { billingEvents, policyEvents } from '@staycover/events';
import {
  findNats,
  findPgbouncerCommand,
  findPostgres,
  type Pooler,
  type Server,
  startPgbouncer,
} from '@staycover/infra';
import { cellFromId } from '@staycover/kernel';
import { eventually, httpClient } from '@staycover/testing';
import pg from 'pg';
import { playMail } from '../demo/mail.ts';
import { narrator } from '../demo/narrator.ts';
import { setStage } from '../demo/stage.ts';
import { manifests } from '../manifests.ts';
import { audit } from '../ops/audit.ts';
import type { Command } from '../ops/command.ts';
import { deadLetters } from '../ops/dead-letters.ts';
import { deals } from '../ops/deals.ts';
import { doctor } from '../ops/doctor.ts';
import { outbox } from '../ops/outbox.ts';
import { schedules } from '../ops/schedules.ts';
import { type Databases, withUrl } from '../provisioning/databases.ts';
import { provision } from '../provisioning/provision.ts';
import { startTestPlatform, type TestPlatform } from '../testing/platform.ts';

jest.setTimeout(300_000);

const note = (line: string): void => console.warn(line);
const pgbouncer = await findPgbouncerCommand(note);
if (!pgbouncer) note('No PgBouncer 1.21 or newer is to be had here: the story is not played behind one.');

/** An administrator of a managed server: no superuser. */
const MANAGER = 'manager';
const given = { ...process.env };
const servers: Server[] = [];
let databases: Databases;

const ask = async <Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query<Row>(sql).finally(() => client.end())).rows;
};

beforeAll(async () => {
  const ephemeral = { dataDir: '.data/test', ephemeral: true, say: () => undefined };
  const nats = await findNats(ephemeral);
  for (const _ of ['first', 'second']) {
    const server = await findPostgres(ephemeral);
    servers.push(server);
    await ask(server.url, `create role ${MANAGER} login createrole createdb password '${MANAGER}'`);
  }
  const urls = manifests.map(({ name }, i): [string, string] => {
    const server = servers[i % 2]!.url;
    return [name, withUrl(server, { database: `own_${name}`, user: MANAGER, password: MANAGER })];
  });
  databases = Object.fromEntries(urls);
  for (const [name, url] of urls) process.env[`${name.toUpperCase()}_DATABASE_URL`] = url;
  process.env['NATS_URL'] = nats.url;
  servers.push(nats);
});

afterAll(async () => {
  process.env = given;
  for (const server of servers) await server.stop();
});

const property = (propertyId: string) => ({ propertyId, propertyName: propertyId, state: 'FL' });

/** From the deal to the split, with all reads. */
const playStory = async (platform: TestPlatform, organizationId: string) => {
  const http = httpClient(platform.gatewayUrl);
  const deal = {
    crmDealId: `D-${organizationId}`,
    organizationId,
    signatoryName: 'Dana Reyes',
    baseRatePerNight: 4.25,
  };
  const closings = [0, 1].map(() => http.post('/api/webhook/crm/deal-closed', deal));
  expect((await Promise.all(closings)).map(({ status }) => status).toSorted()).toEqual([200, 201]);
  const policies = await eventually('the deal has a policy', async () => {
    const { body } = await http.get(`/api/policy?organizationId=${organizationId}`);
    return body.length > 0 && body;
  });
  const elected = await http.put(`/api/policy/${policies[0].id}`, {
    coverageElections: ['p1', 'p2'].map((id) => ({
      electionId: id,
      scopeType: 'PROPERTY',
      scopeId: id,
      action: 'INCLUDE',
      property: property(id),
    })),
  });
  expect([elected.status, elected.body.enrolledProperties.length]).toEqual([200, 2]);
  const made = await http.post('/api/policy', {
    organizationId,
    ratePerNight: 4.25,
    lossFundRatePerNight: 1.1,
    enrolledProperties: [property('p3')],
  });
  const { body: invoice } = await http.post(`/api/invoice/generate/${made.body.id}`);
  for (const status of ['SENT', 'PAID']) {
    const moved = await http.patch(`/api/invoice/${invoice.id}/status`, { status });
    expect([moved.status, moved.body.status]).toEqual([200, status]);
  }
  await eventually('the split reaches the ledger', async () => {
    const sql = `select 1 from claims.posting where organization_id = '${organizationId}'`;
    return (await ask(databases['claims']!, sql)).length > 0;
  });
  const splits = platform.events.of(billingEvents.reserveSplit).filter(({ data }) => data.invoiceId === invoice.id);
  expect(splits).toHaveLength(1);
  return { policyId: made.body.id as string, http };
};

/** What a command prints, of the servers that the platform is on. */
const commands =
  (platform: TestPlatform) =>
  async (command: Command, ...args: string[]) => {
    const lines: string[] = [];
    const context = { args, print: (line: string) => void lines.push(line) };
    await command.run({
      ...context,
      servers: { databases: platform.databases, nats: { url: platform.natsUrl, ...platform.natsLogin('admin') } },
    });
    return lines.join('\n');
  };

const operate = async (platform: TestPlatform, policyId: string): Promise<void> => {
  const ops = commands(platform);
  const names = manifests.map(({ name }) => name);
  await eventually('the platform is healthy', async () => (await ops(doctor).catch(() => '')) === 'Nothing is wrong.');
  const listed = (await ops(schedules, '--json')).split('\n').map((line) => JSON.parse(line).service);
  expect(new Set(listed)).toEqual(new Set(names));
  expect(await ops(audit, policyId)).toContain('policy');
  expect(await ops(deadLetters, 'list')).toBe('none');
  expect(await ops(deals, 'conflicts')).toBe('none');
  // Below the names of the columns.
  expect((await ops(outbox, 'status')).split('\n')).toHaveLength(names.length + 1);
  expect(await ops(outbox, 'republish', '--since', '2020-01-01T00:00:00Z')).toMatch(
    /^policy: 0 published again, [1-9]\d* known/m,
  );
};

describe('services on separate databases, on two servers with an administrator that is not a superuser', () => {
  let platform: TestPlatform;

  beforeAll(async () => {
    platform = await startTestPlatform({ env: { CELL: '5' } });
  });

  afterAll(() => platform?.stop());

  test('the story is played, and operators see all of it', async () => {
    expect(platform.databases).toEqual(databases);
    const { policyId } = await playStory(platform, 'direct');
    await operate(platform, policyId);
    const made = ['contract.contract', 'policy.policy', 'billing.invoice'].map(async (table) => {
      const url = databases[table.split('.')[0]!]!;
      return (await ask<{ id: string }>(url, `select id from ${table}`)).map(({ id }) => cellFromId(id));
    });
    expect(new Set((await Promise.all(made)).flat())).toEqual(new Set([5]));
  });

  test('the demo leaves the mails out where none are sent', async () => {
    const lines: string[] = [];
    const narrate = narrator((line) => void lines.push(line));
    const stage = await setStage(platform.gatewayUrl, platform.natsUrl, 'demo', narrate);
    await playMail(stage, narrate);
    await stage.close();
    expect(lines.at(-1)).toContain('left out: this platform sends no mails');
  });

  test('each database has the schema of its service alone', async () => {
    for (const [service, url] of Object.entries(databases)) {
      const rows = await ask<{ name: string }>(
        url,
        `select nspname as name from pg_namespace where nspname = any('{${Object.keys(databases).join(',')}}')`,
      );
      expect(rows).toEqual([{ name: service }]);
    }
  });

  test('they are provisioned again', async () => {
    const lines: string[] = [];
    await provision({
      databases,
      natsUrl: platform.natsUrl,
      natsLogin: platform.natsLogin('admin'),
      say: (line) => void lines.push(line),
    });
    expect(lines).toEqual([expect.stringMatching(/^Provisioned: 6 schemas/)]);
  });
});

(pgbouncer ? describe : describe.skip)('behind PgBouncer in transaction mode', () => {
  let pooler: Pooler;
  let platform: TestPlatform;

  beforeAll(async () => {
    const own = Object.entries(databases).map(([name, url]) => withUrl(url, { user: name, password: name }));
    pooler = (await startPgbouncer(own, () => undefined))!;
    platform = await startTestPlatform({ pooled: pooler.pooled });
  });

  afterAll(async () => {
    await platform?.stop();
    await pooler?.stop();
  });

  test('the story is played, and operators see all of it', async () => {
    const { policyId } = await playStory(platform, 'pooled');
    expect(Object.values(platform.databases)).toHaveLength(6);
    await operate(platform, policyId);
  });

  test('many at once share few sessions, and each statement finds its tables and its settings', async () => {
    const { policyId, http } = await playStory(platform, 'crowd');
    const asks = Array.from({ length: 120 }, (_, i) => {
      if (i % 3 === 0) return () => http.put(`/api/policy/${policyId}`, { name: `Name ${i}` });
      if (i % 3 === 1) return () => http.post('/api/policy', { organizationId: 'crowd', ratePerNight: 4.25 });
      return () => http.get('/api/policy?organizationId=crowd');
    });
    // 503 guarantees that nothing was done: a retry on a busy machine creates no duplicate.
    const answered = asks.map((send) =>
      eventually(
        'it is not refused',
        async () => {
          const { status } = await send();
          return status !== 503 && status;
        },
        60_000,
      ),
    );
    expect(new Set(await Promise.all(answered))).toEqual(new Set([200, 201]));
    const created = () =>
      platform.events.of(policyEvents.policyCreated).filter(({ data }) => data.organizationId === 'crowd');
    await eventually('each new policy is published', () => created().length >= 42);
    expect(created()).toHaveLength(42);
    const sessions = await ask<{ count: number }>(
      databases['policy']!,
      `select count(*)::int as count from pg_stat_activity where usename = 'policy' and application_name = 'policy'`,
    );
    expect(sessions[0]!.count).toBeLessThanOrEqual(6);
  });

  test('a change that finds no free session is refused, and was not made', async () => {
    const { policyId, http } = await playStory(platform, 'waiting');
    const url = withUrl(databases['policy']!, { user: 'policy', password: 'policy' });
    const holders = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const client = new pg.Client({ connectionString: pooler.pooled(url) });
        await client.connect();
        await client.query('begin');
        return client;
      }),
    );
    const { status } = await http.put(`/api/policy/${policyId}`, { name: 'Late' });
    for (const client of holders) await client.end();
    expect(status).toBe(503);
    expect((await http.get(`/api/policy/${policyId}`)).body.name).not.toBe('Late');
  });
});
