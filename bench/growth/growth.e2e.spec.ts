import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type Client, eventually, httpClient } from '@staycover/testing';
import pg from 'pg';
import { startTestPlatform, type TestPlatform } from '../../tools/src/testing/platform.ts';
import { startCopies } from './copies.ts';
import { invoiceAll, makePolicies, ORGANIZATION } from './template.ts';

jest.setTimeout(120_000);

const ORGANIZATIONS = 2;
const COPIES = 3;

let platform: TestPlatform;
let admin: pg.Client;
let http: Client;

beforeAll(async () => {
  platform = await startTestPlatform();
  http = httpClient(platform.gatewayUrl);
  admin = new pg.Client({ connectionString: platform.databases['billing'] });
  await admin.connect();
  const policies = await makePolicies(http, 2);
  await invoiceAll(http, policies);
  await eventually('insight has kept the payment', async () =>
    (await list('/api/events', ORGANIZATION)).some(isPayment),
  );
  const copies = await startCopies(admin);
  await copies.add(1, 1, ORGANIZATIONS);
  await copies.add(2, COPIES, ORGANIZATIONS);
});

afterAll(async () => {
  await admin?.end();
  await platform?.stop();
});

type Row = Record<string, unknown> & { id: string };

const isPayment = ({ type }: Record<string, unknown>): boolean => String(type).includes('paid');
const list = async (path: string, organizationId: string): Promise<Row[]> =>
  (await http.get(`${path}?organizationId=${organizationId}`)).body;

/** What is alike in all copies. */
const unnamed = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'id')
      .replaceAll(/(POL|INV|CON)-(\d{4})-\d+/g, '$1-$2')
      .replaceAll(/copied-organization|organization-\d/g, 'organization')
      .replaceAll(/copied-item|item-\d/g, 'item'),
  );

test.each(['/api/policy', '/api/invoice'])('a copy answers %s as what the platform itself made', async (path) => {
  const template = await list(path, ORGANIZATION);
  const copies = await list(path, 'organization-0');
  expect(template.length).toBeGreaterThan(0);
  expect(unnamed(copies)).toEqual(unnamed(template));
  for (const [n, { id }] of copies.entries()) {
    const { body } = await http.get(`${path}/${id}`);
    expect(unnamed(body)).toEqual(unnamed((await http.get(`${path}/${template[n]!.id}`)).body));
  }
});

test('a copy works for the requests of the bench', async () => {
  const [policy] = await list('/api/policy', 'organization-1');
  const renamed = await http.put(`/api/policy/${policy!.id}`, { name: 'Renamed' });
  const deal = {
    organizationId: 'organization-1',
    crmDealId: 'new',
    signatoryName: 'Jane Roe',
    baseRatePerNight: 4,
  };
  const won = await http.post('/api/webhook/crm/deal-closed', deal);
  const open = (await list('/api/invoice', 'organization-1')).find(({ status }) => status === 'SENT')!;
  const paid = await http.patch(`/api/invoice/${open.id}/status`, { status: 'PAID' });
  expect([renamed.status, won.status, paid.status]).toEqual([200, 201, 200]);
});

test('no copy has a dangling reference', async () => {
  const { rows } = await admin.query<{ fault: string }>(FOREIGN_KEYS);
  for (const { fault } of rows) expect((await admin.query(fault)).rows).toEqual([]);
});

/** A statement for each foreign key that finds violations. */
const FOREIGN_KEYS = `
  select format('select from %s f where f.%I is not null and not exists (select from %s t where t.%I = f.%I) limit 1',
    conrelid::regclass, a.attname, confrelid::regclass, b.attname, a.attname) as fault
  from pg_constraint
    join pg_attribute a on a.attrelid = conrelid and a.attnum = conkey[1]
    join pg_attribute b on b.attrelid = confrelid and b.attnum = confkey[1]
  where contype = 'f' and array_length(conkey, 1) = 1`;
