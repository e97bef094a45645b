import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { light, portalForStories, press } from './portal.ts';

const portal = portalForStories();

/** A policy in a currency without decimals, with nothing for the loss fund, and its invoice. */
const inYen = async (organizationId: string) => {
  const { body: policy } = await portal.http.post('/api/policy', {
    organizationId,
    currency: 'JPY',
    ratePerNight: 4_500,
    lossFundRatePerNight: 0,
    enrolledProperties: [{ propertyId: 'p-1', propertyName: 'Beach House' }],
  });
  const { body: invoice } = await portal.http.post(`/api/invoice/generate/${policy.id}`);
  return { policy: policy.id as string, invoice: invoice.id as string };
};

/** A renewal of a policy waits for a decision. */
const letDecide = async (page: Page, organizationPolicyId: string): Promise<void> => {
  const renewal = {
    id: '01a1f84a-95c0-734f-8cde-89a26d67220d',
    organizationId: 'yen-renews',
    organizationPolicyId,
    policyReference: 'POL-2026-000001',
    newTermStart: '2026-12-01',
    status: 'MANUAL_REVIEW',
    failureReason: null,
    reviewReasons: [],
    previousRate: 4_500,
    newRate: 4_950,
    version: 3,
  };
  await page.route('**/api/renewal?*', (route) =>
    route.fulfill({ json: route.request().url().includes('MANUAL_REVIEW') ? [renewal] : [] }),
  );
  const headers = { 'Allowed-Actions': 'setRenewalStatus;to=SCHEDULED', ETag: '"3"' };
  await page.route(`**/api/renewal/${renewal.id}`, (route) => route.fulfill({ json: renewal, headers }));
};

test('the rates of a policy and of its invoice have the decimals of their currency, and one of 0 has its currency', async () => {
  const { policy, invoice } = await inYen('yen');
  await portal.open(`/policies/${policy}`, light, async (page) => {
    const facts = page.locator('dl.facts > div');
    await facts.filter({ hasText: 'Per night' }).getByText('4,500 JPY', { exact: true }).waitFor();
    await facts.filter({ hasText: 'Loss fund per night' }).getByText('0 JPY', { exact: true }).waitFor();
    for (const view of ['', '?view=explain']) {
      await page.goto(new URL(`/invoices/${invoice}${view}`, page.url()).href);
      await page.getByRole('cell', { name: '4,500 JPY', exact: true }).first().waitFor();
      expect(await page.getByText('4,500.00').count()).toBe(0);
    }
  });
});

test('who decides about a rate sees its currency, and may name another one with the decimals that the platform takes', async () => {
  const { policy } = await inYen('yen-renews');
  await portal.open('/renewals?org=yen-renews', light, async (page) => {
    await letDecide(page, policy);
    await page.reload();
    await page.getByRole('cell', { name: '4,500 → 4,950 JPY +10.0 %' }).waitFor();
    await press(page, 'Approve…');
    const dialog = page.getByRole('dialog', { name: 'Approve' });
    await dialog.getByText('4,500 → 4,950 JPY +10.0 %').waitFor();
    const other = dialog.getByLabel(/^Another rate a night/);
    await other.fill('4950.12345');
    expect(await dialog.locator('input:invalid').count()).toBe(1);
    await other.fill('4950.1234');
    expect(await dialog.locator('input:invalid').count()).toBe(0);
  });
});

test('a policy with a cancelled renewal does not renew by itself, on its page and among those ahead', async () => {
  const { policy } = await inYen('yen-ends');
  const { body } = await portal.http.get(`/api/policy/${policy}`);
  const declined = [{ id: 'r-1', previousTermEnd: body.termEnd, status: 'CANCELLED' }];
  await portal.open('/renewals?org=yen-ends', light, async (page) => {
    await page.route(`**/api/renewal/policy/${policy}`, (route) => route.fulfill({ json: declined }));
    await page.route('**/api/renewal/upcoming?*', (route) => route.fulfill({ json: [{ ...body, autoRenew: true }] }));
    await page.route(`**/api/policy/${policy}?*`, (route) => route.fulfill({ json: { ...body, autoRenew: true } }));
    await page.getByRole('link', { name: 'Ahead' }).click();
    await page.getByRole('cell', { name: 'no, its renewal was cancelled' }).waitFor();
    await page.getByRole('link', { name: body.policyReference }).click();
    const fact = page.locator('dl.facts > div').filter({ hasText: 'Renews by itself' });
    await fact.getByText('no, its renewal was cancelled').waitFor();
    expect(await page.getByText('no, its renewal was cancelled').count()).toBe(1);
  });
});
