import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { getInvoiceAudit, Invoice, LineItem } from '@staycover/api';
import type { Database } from '@staycover/db';
import { assertOrganization, newId } from '@staycover/kernel';
import { createLogger } from '@staycover/telemetry';
import { type Client, httpClient, listenLocally, openTestDatabase } from '@staycover/testing';
import type pg from 'pg';
import { createApp } from './app.ts';
import { auditRoute } from './audit.ts';

let database: Database;
let admin: pg.Client;
let drop: () => Promise<void>;
let server: Server;
let http: Client;

beforeAll(async () => {
  ({ database, admin, drop } = await openTestDatabase('billing'));
  const route = auditRoute(database, getInvoiceAudit, {
    resource: 'invoice',
    members: [...Object.keys(Invoice.shape), ...Object.keys(LineItem.shape)],
    rates: ['unitPrice'],
    amounts: ['total', 'amount'],
    nested: { subtotalsByCategory: (kept) => Object.keys(kept as object) },
    async find(actor) {
      assertOrganization(actor, 'acme');
      return { currency: 'USD' };
    },
  });
  server = createServer(
    createApp({
      publicUrl: 'http://localhost',
      routes: [route],
      logger: createLogger('test', { level: 'silent' }),
      /** The credentials name the organizations of the caller and whether it is an operator. */
      authenticate: async ({ authorization = 'acme' }) => {
        const [organization = '', ...more] = authorization.split(' ');
        return { id: 'dana', organizations: [organization], roles: more.length > 0 ? ['read', 'ops'] : ['read'] };
      },
    }),
  );
  http = httpClient(await listenLocally(server));
});

afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
  await drop();
});

type Row = { version?: number; before?: object | null; after?: object | null; resource?: string };

/** A trail as the triggers write it. */
const storeTrail = async (...rows: Row[]): Promise<string> => {
  const id = newId();
  for (const { version = null, before = null, after = null, resource = 'invoice' } of rows)
    await admin.query(
      `insert into audit (resource, resource_id, version, actor, source, address, trace_id, before, after)
       values ($1, $2, $3, 'dana', 'PATCH /api/invoice', '203.0.113.9', 'abc', $4, $5)`,
      [resource, id, version, before, after],
    );
  return `/api/invoice/${id}/audit`;
};

describe('the changes of a resource', () => {
  test('use its own terms: names, amounts in major units, rates, and added and removed entries', async () => {
    const path = await storeTrail(
      { version: 1, after: { status: 'DRAFT', total: 4400 } },
      { after: { description: 'Goodwill', amount: -500, unit_price: -50_000 } },
      { version: 2, before: { status: 'DRAFT', sent_at: null }, after: { status: 'SENT', sent_at: '2026-11-20' } },
      { before: { description: 'Goodwill' } },
    );
    const { body } = await http.get(path);
    expect(body).toMatchObject([
      {
        kind: 'ADDED',
        version: 1,
        actor: 'dana',
        source: 'PATCH /api/invoice',
        changes: [
          { member: 'total', before: null, after: 44 },
          { member: 'status', before: null, after: 'DRAFT' },
        ],
      },
      {
        kind: 'ADDED',
        version: null,
        changes: [
          { member: 'amount', after: -5 },
          { member: 'unitPrice', after: -5 },
          { member: 'description', before: null, after: 'Goodwill' },
        ],
      },
      {
        kind: 'CHANGED',
        changes: [
          { member: 'status', before: 'DRAFT', after: 'SENT' },
          { member: 'sentAt', before: null, after: '2026-11-20' },
        ],
      },
      { kind: 'REMOVED', changes: [{ member: 'description', before: 'Goodwill', after: null }] },
    ]);
  });

  test('convert nested values as the resource states it, but not those that are missing', async () => {
    const path = await storeTrail({
      version: 1,
      before: { subtotals_by_category: null },
      after: { subtotals_by_category: { CREDIT: 5 } },
    });
    expect((await http.get(path)).body[0].changes).toEqual([
      { member: 'subtotalsByCategory', before: null, after: ['CREDIT'] },
    ]);
  });

  test('contain only members that the resource shows, and no empty entries', async () => {
    const path = await storeTrail(
      { version: 1, before: { splits_published: 1 }, after: { splits_published: 2 } },
      { version: 2, after: { status: 'SENT', generated_hash: 'secret', splits_published: 3 } },
      { resource: 'dead-letter', after: { status: 'OPEN' } },
    );
    const { body } = await http.get(path);
    expect(body).toMatchObject([{ version: 2, changes: [{ member: 'status', before: null, after: 'SENT' }] }]);
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  test('show the address to operators only', async () => {
    const path = await storeTrail({ version: 1, after: { status: 'DRAFT' } });
    expect((await http.get(path)).body).toMatchObject([{ address: null }]);
    expect((await http.get(path, { authorization: 'acme ops' })).body).toMatchObject([{ address: '203.0.113.9' }]);
  });

  test('go on page by page, from either end', async () => {
    const path = await storeTrail(...[1, 2, 3].map((version) => ({ version, after: { status: `S${version}` } })));
    for (const [order, versions] of [
      ['oldest', [1, 2, 3]],
      ['newest', [3, 2, 1]],
    ]) {
      const first = await http.get(`${path}?limit=2&order=${order}`);
      const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link')!)![1]!;
      const second = await http.get(next);
      expect(second.headers.get('link')).toBeNull();
      expect([...first.body, ...second.body].map(({ version }: { version: number }) => version)).toEqual(versions);
    }
  });

  test('are not there for another organization, operators included', async () => {
    const path = await storeTrail({ version: 1, after: { status: 'DRAFT' } });
    for (const authorization of ['globex', 'globex ops'])
      expect((await http.get(path, { authorization })).status).toBe(404);
  });

  test.each(['?cursor=x', '?limit=0', '?order=up', '?resource=payment'])('reject the query %s', async (query) => {
    expect((await http.get((await storeTrail()) + query)).status).toBe(400);
  });
});
