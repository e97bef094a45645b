import { expect, test } from '@jest/globals';
import { fillEntries, fillInvoices } from '../testing/rows-at-once.ts';
import { barriers } from './axe.ts';
import { draft, light, paper, portalForStories, press } from './portal.ts';
import { isTooWide, shoot } from './visitor.ts';

const portal = portalForStories();

const MANY = 100_000;
const PAGE = 50;

const makeReference = (n: number): string => `INV-2020-${String(n).padStart(6, '0')}`;

test('a list of 100,000 invoices is read page by page', async () => {
  await fillInvoices(portal.platform.databases['billing']!, 'many', MANY);
  await portal.open('/invoices?org=many', light, async (page) => {
    const row = (n: number) => page.getByRole('link', { name: makeReference(n), exact: true });
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
    await page.getByRole('img', { name: 'Billed by month, with tax, as bars' }).waitFor();
  });
});

test('invoices on paper have all columns and fit', async () => {
  await portal.open('/invoices', paper, async (page) => {
    await page.getByRole('columnheader').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    const columns = await page.getByRole('columnheader').allInnerTexts();
    expect(columns).toEqual(expect.arrayContaining(['Invoice', 'Organization', 'Period', 'Due']));
    expect(await isTooWide(page)).toBe(false);
    await shoot(page, 'portal-invoices-printed', true);
  });
});

test('an account and an invoice show what was booked, however much that is', async () => {
  await fillEntries(portal.platform.databases['billing']!, 'many', 6_000);
  await portal.open('/account?org=many', light, async (page) => {
    const row = (n: number) => page.getByRole('link', { name: makeReference(n), exact: true });
    await row(6_000).waitFor();
    await page.getByRole('link', { name: 'Next page →' }).click();
    await row(6_000 - PAGE).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(PAGE);
    await shoot(page, 'portal-account-many', true);
    expect(await barriers(page)).toEqual([]);
    await row(6_000 - PAGE).click();
    await page.getByRole('link', { name: 'Money' }).click();
    await page.getByRole('cell', { name: 'Billed' }).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(1);
  });
});

test('the second page of what was sent and is not due yet has other rows than the first', async () => {
  const [first, last] = [MANY + 1, MANY + PAGE + 10];
  await fillInvoices(portal.platform.databases['billing']!, 'waits', PAGE + 10, { status: 'SENT', first });
  await portal.open('/?org=waits', light, async (page) => {
    await page.getByRole('link', { name: makeReference(last), exact: true }).waitFor();
    await page.getByRole('link', { name: 'Next page →' }).click();
    await page.getByRole('link', { name: makeReference(first), exact: true }).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(10);
    await page.goBack();
    await page.getByRole('link', { name: makeReference(last), exact: true }).waitFor();
  });
});

test('a later page shows which of the states, and of the views, it belongs to, and leads to invoices from their first page', async () => {
  const { body: policy } = await portal.http.post('/api/policy', {
    organizationId: 'paged',
    ratePerNight: 4.25,
    enrolledProperties: Array.from({ length: PAGE + 10 }, (_, i) => ({ propertyId: `p-${i}` })),
  });
  const { body: invoice } = await portal.http.post(`/api/invoice/generate/${policy.id}`);
  await portal.open('/invoices?org=many&status=PAID', light, async (page) => {
    await page.getByRole('link', { name: 'Next page →' }).click();
    await page.getByRole('link', { name: '← First page' }).waitFor();
    expect(await page.locator('.tabs [aria-current]').allInnerTexts()).toEqual(['Paid']);
    await page.goto(new URL(`/policies/${policy.id}`, page.url()).href);
    await page.getByRole('link', { name: 'Next page →' }).click();
    await page.getByRole('link', { name: '← First page' }).waitFor();
    expect(await page.locator('.tabs [aria-current]').allInnerTexts()).toEqual(['Properties']);
    await page.getByRole('link', { name: 'Of this policy' }).click();
    await page.getByRole('link', { name: invoice.invoiceReference }).waitFor();
  });
});

test('a timeline goes on behind its first page', async () => {
  const { policy } = await draft(portal.http, 'long-story');
  await portal.open(`/policies/${policy}`, light, async (page) => {
    await page.route('**/api/timeline/**', async (route) => {
      const url = new URL(route.request().url());
      const isFirst = !url.searchParams.has('cursor');
      url.searchParams.delete('cursor');
      const response = await route.fetch({ url: url.href });
      const json = ((await response.json()) as unknown[]).slice(...(isFirst ? [0, 1] : [1]));
      const headers = response.headers();
      if (isFirst) headers['link'] = `<${url.pathname}?cursor=1>; rel="next"`;
      await route.fulfill({ response, json, headers });
    });
    await page.getByRole('link', { name: 'Timeline' }).click();
    await page.getByText('policy created').waitFor();
    await page.getByRole('link', { name: 'Next page →' }).click();
    await page.getByText('policy created').waitFor({ state: 'detached' });
    expect(await page.locator('.line > li').count()).toBeGreaterThan(0);
    await page.getByRole('link', { name: '← First page' }).click();
    await page.getByText('policy created').waitFor();
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

test('a row that newer ones push off its page stays as it was shown last, and the page has words for it', async () => {
  await fillInvoices(portal.platform.databases['billing']!, 'pushed', 1, { first: 2 * MANY });
  const last = await draft(portal.http, 'pushed');
  for (let i = 1; i < PAGE; i += 1) await draft(portal.http, 'pushed');
  await portal.open('/invoices?org=pushed', light, async (page) => {
    await page.getByText('live', { exact: true }).waitFor();
    const row = page.getByRole('row').filter({ has: page.locator(`a[href*="${last.invoice}"]`) });
    await row.waitFor();
    await portal.http.patch(`/api/invoice/${last.invoice}/status`, { status: 'SENT' });
    await row.getByText('sent', { exact: true }).waitFor();
    await draft(portal.http, 'pushed');
    await page.getByText('The last row may have changed since.').waitFor();
    expect(await row.locator('.state').innerText()).toBe('sent');
    await shoot(page, 'portal-pushed-off');
    expect(await barriers(page)).toEqual([]);
    await press(page, '↑ 1 newer');
    await row.waitFor({ state: 'detached' });
    expect(await page.getByText('may have changed since').count()).toBe(0);
  });
});
