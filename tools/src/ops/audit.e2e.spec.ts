import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { dataOrThrow } from '@staycover/client';
import { inboundEvents } from '@staycover/events';
import pg from 'pg';
import { UsageError } from '../cli/usage-error.ts';
import { manifests } from '../manifests.ts';
import { closeDeal, generateInvoice } from '../testing/steps.ts';
import { startWorld, type World } from '../testing/world.ts';
import { audit } from './audit.ts';

let world: World;
let contractId: string;
let policyId: string;
let invoiceId: string;

beforeAll(async () => {
  world = await startWorld('2026-11-10');
  const deal = { crmDealId: 'D-1', organizationId: 'audited', baseRatePerNight: 4, signatoryName: 'Dana Reyes' };
  ({ contractId, policyId } = await closeDeal(world, deal));
});

afterAll(() => world.stop());

type Entry = {
  resource: string;
  version: number | null;
  actor: string;
  source: string;
  address: string | null;
  before: object | null;
  after: object | null;
};

const ask = async (...args: string[]): Promise<string[]> => {
  const lines: string[] = [];
  await audit.run({
    args,
    print: (line) => lines.push(line),
    servers: { databases: world.databases, nats: undefined },
  });
  return lines;
};

const readTrail = async (id: string): Promise<Entry[]> =>
  (await ask(id, '--json')).map((line) => JSON.parse(line) as Entry);

describe('the audit trail records who changed what, when and from where', () => {
  test('of a contract: the deal that made it, then what a request changed', async () => {
    const shorten = () =>
      dataOrThrow(
        world.api.PUT('/api/contract/{id}', { params: { path: { id: contractId } }, body: { termMonths: 6 } }),
      );
    await shorten();
    await shorten();
    const trail = await readTrail(contractId);
    expect(trail).toMatchObject([
      {
        version: 1,
        actor: 'anonymous',
        source: 'POST /api/webhook/crm/deal-closed',
        before: null,
        after: { status: 'DRAFT' },
      },
      {
        version: 2,
        actor: 'anonymous',
        source: `PUT /api/contract/${contractId}`,
        address: expect.stringContaining('127.0.0.1'),
        before: { term_months: 12 },
        after: { term_months: 6 },
      },
    ]);
    expect(Object.keys(trail[1]!.after!).toSorted()).toEqual(['expiration_date', 'term_months']);
  });

  test('of a policy: the event that made it, and elections by a request and by another system', async () => {
    const scope = { scopeType: 'PROPERTY', scopeId: 'p-1', action: 'INCLUDE' } as const;
    const election = { electionId: 'el-1', ...scope, property: { propertyId: 'p-1', state: 'FL' } };
    await dataOrThrow(
      world.api.PUT('/api/policy/{id}', {
        params: { path: { id: policyId } },
        body: { coverageElections: [election] },
      }),
    );
    const ending = { ...election, effectiveFrom: '2026-11-10', effectiveTo: '2026-11-20' };
    await world.deliver(inboundEvents.coverageElectionChanged, {
      organizationId: 'audited',
      policyId,
      elections: [ending],
    });
    const fromOutside = {
      actor: 'system:inbound',
      source: expect.stringMatching(/^insurance\.inbound\.coverage-election-changed\.audited /),
    };
    expect(await readTrail(policyId)).toMatchObject([
      { version: 1, source: expect.stringMatching(/^insurance\.contract\.deal-closed\.audited /), before: null },
      { version: null, source: `PUT /api/policy/${policyId}`, before: null, after: { election_id: 'el-1' } },
      { ...fromOutside, before: { own: true, effective_to: null }, after: { own: false, effective_to: '2026-11-20' } },
    ]);
  });

  test('of an invoice: its manual lines and its states, by its reference', async () => {
    const { id, invoiceReference } = await generateInvoice(world, policyId);
    invoiceId = id;
    const line = { description: 'Goodwill', amountPennies: -500, category: 'CREDIT' } as const;
    await dataOrThrow(world.api.POST('/api/invoice/{id}/line-items', { params: { path: { id } }, body: line }));
    await dataOrThrow(world.api.DELETE('/api/invoice/{id}/line-items/{index}', { params: { path: { id, index: 1 } } }));
    await dataOrThrow(
      world.api.PATCH('/api/invoice/{id}/status', { params: { path: { id } }, body: { status: 'SENT' } }),
    );
    const trail = await readTrail(invoiceReference);
    expect(trail.filter(({ version }) => version !== null)).toMatchObject([
      { version: 1, before: null, after: { status: 'DRAFT', total: 4400 } },
      { version: 2, before: { total: 4400 }, after: { total: 3900 } },
      { version: 3, before: { total: 3900 }, after: { total: 4400 } },
      { version: 4, before: { status: 'DRAFT', sent_at: null }, after: { status: 'SENT' } },
    ]);
    expect(trail.filter(({ version }) => version === null)).toMatchObject([
      { before: null, after: { description: 'Goodwill', amount: -500 } },
      { before: { description: 'Goodwill', amount: -500 }, after: null },
    ]);
  });

  test('and all of it over HTTP, in the words of the resources', async () => {
    const path = { id: invoiceId };
    await dataOrThrow(world.api.PATCH('/api/invoice/{id}/status', { params: { path }, body: { status: 'PAID' } }));
    const invoice = await dataOrThrow(world.api.GET('/api/invoice/{id}/audit', { params: { path } }));
    expect(invoice.map(({ kind, changes }) => [kind, changes.find(({ member }) => member === 'total')?.after])).toEqual(
      [
        ['ADDED', 44],
        ['ADDED', undefined],
        ['CHANGED', 39],
        ['REMOVED', undefined],
        ['CHANGED', 44],
        ['CHANGED', undefined],
        ['CHANGED', undefined],
      ],
    );
    expect(invoice.at(-2)!.changes).toContainEqual({ member: 'status', before: 'DRAFT', after: 'SENT' });
    const newest = await dataOrThrow(
      world.api.GET('/api/invoice/{id}/audit', { params: { path, query: { order: 'newest', limit: 50 } } }),
    );
    expect(newest).toEqual(invoice.toReversed());
    const policy = await dataOrThrow(world.api.GET('/api/policy/{id}/audit', { params: { path: { id: policyId } } }));
    expect(policy[0]!.changes).toContainEqual({ member: 'ratePerNight', before: null, after: 4 });
    expect(policy.at(-1)!.changes).toEqual([{ member: 'effectiveTo', before: null, after: '2026-11-20' }]);
    const contract = await dataOrThrow(
      world.api.GET('/api/contract/{id}/audit', { params: { path: { id: contractId } } }),
    );
    expect(contract.at(-1)!.changes).toContainEqual({ member: 'termMonths', before: 12, after: 6 });
  });

  test('of a tax rate, by its state', async () => {
    const path = { stateCode: 'ga', category: 'INSURANCE_PREMIUM' } as const;
    for (const percent of [4, 4.5, 4.5]) {
      const body = { percent, effectiveFrom: '2026-01-01' };
      await dataOrThrow(world.api.PUT('/api/tax-rate/{stateCode}/{category}', { params: { path }, body }));
    }
    expect(await readTrail('GA')).toMatchObject([
      { resource: 'tax-rate', source: 'PUT /api/tax-rate/ga/INSURANCE_PREMIUM', before: null, after: { percent: 4 } },
      { actor: 'anonymous', before: { percent: 4 }, after: { percent: 4.5 } },
    ]);
  });

  test('in words, for a terminal', async () => {
    const text = (await ask(invoiceId)).join('\n');
    expect(text).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}billing invoice version 1 {2}by anonymous {2}\(POST \/api\/invoice\/generate/,
    );
    expect(text).toContain('    status: "DRAFT" → "SENT"');
    expect(text).toContain('    total: 44 → 39');
    expect(text).toContain('    amount: -5, removed');
    expect(text).toContain('    description: "Goodwill", removed');
  });

  test('of a payment, by its reference', async () => {
    const [row] = await world.sql<{ payment_reference: string }>('select payment_reference from billing.payment');
    expect((await ask(row!.payment_reference)).join('\n')).toMatch(/payment version 1 .*\n(.*\n)*    amount: 44$/m);
  });

  test.each([[[]], [['a', 'b']], [['a', 'b', 'c']]])('%j is not understood', async (args) => {
    await expect(ask(...args)).rejects.toThrow(UsageError);
  });

  test('an unknown resource has no trail', async () => {
    await expect(ask('POL-2020-999999')).rejects.toThrow('knows nothing of POL-2020-999999');
  });
});

describe('the trail is append-only', () => {
  test.each(manifests.map(({ name }) => name))('for the service %s, and for the administrator', async (service) => {
    const failures = async (url: string, statements: string[]): Promise<(string | undefined)[]> => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const failed: (string | undefined)[] = [];
      for (const sql of statements)
        failed.push(
          await client.query(sql).then(
            () => undefined,
            (error: Error) => error.message,
          ),
        );
      await client.end();
      return failed;
    };
    const changes = [
      `update ${service}.audit set actor = 'unknown'`,
      `delete from ${service}.audit`,
      `truncate ${service}.audit`,
    ];
    const forged = `insert into ${service}.audit (resource, resource_id) values ('policy', 'x')`;
    const own = world.databases['policy']!.replace(/\/\/[^@]+@/, `//${service}:${service}@`);
    expect(await failures(own, [...changes, forged])).toEqual(
      Array(4).fill(expect.stringContaining('permission denied')),
    );
    expect(await failures(world.databases['policy']!, changes)).toEqual(
      Array(3).fill('The audit trail is append-only.'),
    );
  });
});
