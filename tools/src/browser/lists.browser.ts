import { expect, test } from '@jest/globals';
import pg from 'pg';
import { barriers } from './axe.ts';
import { draft, light, portalForStories, press } from './portal.ts';
import { shoot } from './visitor.ts';

const portal = portalForStories();

const MANY = 100_000;
const PAGE = 50;

/** Invoices of an organization, without what triggers make of each. */
const fill = async (organizationId: string, rows: number): Promise<void> => {
  const admin = new pg.Client({ connectionString: portal.platform.databases['billing'] });
  await admin.connect();
  try {
    await admin.query('set session_replication_role = replica');
    await admin.query(
      `insert into billing.invoice (id, organization_policy_id, organization_id, invoice_reference, period_start, period_end,
         subtotal, tax, total, due_date, sent_at, subtotals_by_category, retry_attempt, order_count, refunded, created_date,
         last_modified_date, generated_hash, created_by, last_modified_by, currency, status)
       select ('00000001-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, '00000002-0000-7000-8000-000000000001', $1,
         'INV-2020-' || lpad(n::text, 6, '0'), date_trunc('month', now()) - interval '1 month',
         date_trunc('month', now()) - interval '1 day', 12750, 0, 12750, '2020-02-15', '2020-02-01',
         '{}', 0, 0, 0, '2020-02-01', '2020-02-01', '', 'story', 'story', 'USD', 'PAID'
       from generate_series(1, $2::int) as n`,
      [organizationId, rows],
    );
    await admin.query('vacuum analyze billing.invoice');
  } finally {
    await admin.end();
  }
};

const referenceOf = (n: number): string => `INV-2020-${String(n).padStart(6, '0')}`;

test('a list of 100,000 invoices is read page by page', async () => {
  await fill('many', MANY);
  await portal.open('/invoices?org=many', light, async (page) => {
    const row = (n: number) => page.getByRole('link', { name: referenceOf(n), exact: true });
    await row(MANY).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(PAGE);
    await shoot(page, 'portal-many');
    expect(await barriers(page)).toEqual([]);
    for (let turn = 1; turn <= 5; turn += 1) {
      await page.getByRole('link', { name: 'Next page →' }).click();
      await row(MANY - turn * PAGE).waitFor();
    }
    await page.keyboard.press('[');
    await row(MANY).waitFor();
    await page.goto(new URL('/?org=many', page.url()).href);
    await page.getByRole('img', { name: 'Premium by month, as bars' }).waitFor();
  });
});

test('rows that a reader looks at stay where they are, and newer ones come when asked for', async () => {
  const first = await draft(portal.http, 'steady');
  await portal.open('/invoices?org=steady', light, async (page) => {
    await page.getByText('live', { exact: true }).waitFor();
    await page.locator(`tbody a[href*="${first.invoice}"]`).waitFor();
    for (let i = 0; i < 3; i += 1) await draft(portal.http, 'steady');
    await page.getByRole('button', { name: '↑ 3 newer' }).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(1);
    await portal.http.patch(`/api/invoice/${first.invoice}/status`, { status: 'SENT' });
    await page.locator('tbody .state', { hasText: 'sent' }).waitFor();
    await shoot(page, 'portal-newer');
    expect(await barriers(page)).toEqual([]);
    await press(page, '↑ 3 newer');
    await page.locator('tbody tr').nth(3).locator(`a[href*="${first.invoice}"]`).waitFor();
    expect(await page.getByRole('button', { name: /newer/ }).count()).toBe(0);
  });
});
