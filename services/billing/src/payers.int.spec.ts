import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { countRowsRead } from '@staycover/testing';
import { notingPayer, readPayer } from './db/payers.ts';
import { type Billing, startBilling } from './testing/billing.ts';

const CONTRACTS = 5_000;

let t: Billing;

beforeAll(async () => {
  t = await startBilling();
  await t.sql(
    `insert into payer_contract (contract_id, organization_id, version, is_current, legal_name, email, created_at)
     select gen_random_uuid(), 'many', 1, true, case when n > 1 then 'Many Stays ' || n end,
       case when n > 2 then n || '@many.example' end, now() - n * interval '1 day' from generate_series(1, $1::int) as n`,
    [CONTRACTS],
  );
  await t.sql('analyze payer_contract');
});

afterAll(() => t.stop());

test('given an organization with thousands of contracts, then who pays is read without going through them', async () => {
  const { database } = t.service.platform;
  expect(await readPayer(database, 'many')).toEqual({
    organizationId: 'many',
    name: 'Many Stays 2',
    email: '3@many.example',
  });
  expect(await countRowsRead(database, (explaining) => readPayer(explaining, 'many'))).toBeLessThan(10);
});

test('given an organization with thousands of contracts, then its invoice is issued without going through them', async () => {
  const { id } = await t.invoiceIn();
  const { text, params } = notingPayer({ id, organizationId: 'many' });
  const { database } = t.service.platform;
  expect(await countRowsRead(database, (explaining) => explaining.run(text, params))).toBeLessThan(30);
});
