import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isDatabaseUnavailable, type Page } from '@staycover/change';
import type { Actor } from '@staycover/kernel';
import { eventually } from '@staycover/testing';
import { readInvoices } from './db/read-invoices.ts';
import { type Billing, startBilling } from './testing/billing.ts';

let t: Billing;

beforeAll(async () => {
  t = await startBilling();
});

afterAll(() => t.stop());

const actor: Actor = { id: 'dana', organizations: '*', roles: ['read'] };
const LINES = 8_000;

const createLongInvoice = async (): Promise<string> => {
  const { body } = await t.generate(t.policies.add());
  await t.sql(
    `insert into invoice_line select r.*
     from invoice_line as l, generate_series(1, $2::int) as n,
       jsonb_populate_record(l, jsonb_build_object('id', gen_random_uuid(), 'position', 1000 + n)) as r
     where l.id = (select id from invoice_line where invoice_id = $1 limit 1)`,
    [body.id, LINES],
  );
  return body.id;
};

/** So many lines may take longer than a statement may, on a busy machine. */
const list = (page: Page) =>
  eventually('the page', () =>
    readInvoices(t.service.platform.database, actor, {}, page).catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) throw error;
      return undefined;
    }),
  );

test('a page of invoices ends before its lines are too many, and the next goes on behind it', async () => {
  const ids = [await createLongInvoice(), await createLongInvoice(), await createLongInvoice()].toSorted();
  const invoiceIds = ({ invoices }: Awaited<ReturnType<typeof list>>) => invoices.map(({ invoice }) => invoice.id);

  const first = await list({ limit: 1_000 });
  expect(invoiceIds(first)).toEqual(ids.slice(0, 2));
  expect(first.next).toBe(ids[1]);
  const second = await list({ limit: 1_000, after: first.next });
  expect(invoiceIds(second)).toEqual(ids.slice(2));
  expect(second.next).toBeUndefined();
  expect(second.invoices[0]!.lines.length).toBeGreaterThan(LINES);
});

test('a page has at least one invoice, however many lines that has, and no more than asked for', async () => {
  const page = await list({ limit: 1 });
  expect(page.invoices).toHaveLength(1);
  expect(page.next).toBe(page.invoices[0]!.invoice.id);
});
