import { expect, test } from '@jest/globals';
import { eventually } from '@staycover/testing';
import type { Page } from 'playwright-core';
import { act, draft, everyKind, light, portalForStories, press } from './portal.ts';

const portal = portalForStories();

/** Calls of a method to a path wait until they are let go. */
const hold = async (page: Page, path: string, method: string) => {
  const letGo = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    arrived.resolve();
    await letGo.promise;
    return route.continue();
  });
  return { arrived: arrived.promise, letGo: letGo.resolve };
};

const refuse = (page: Page, path: string, title: string) =>
  page.route(path, (route) => route.fulfill({ status: 404, json: { title } }));

const signAsOperator = (page: Page, organizationId: string) =>
  page.route('**/api/me', async (route) => {
    const response = await route.fetch();
    const json = { ...((await response.json()) as object), organizations: [organizationId] };
    await route.fulfill({ response, json });
  });

const agree = (page: Page, verb: string) =>
  page.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click();

test('given a call that runs, then neither Cancel nor Escape closes its dialog', async () => {
  const { invoice } = await draft(portal.http, 'held');
  await portal.open(`/invoices/${invoice}`, light, async (page) => {
    const call = await hold(page, '**/line-items', 'POST');
    await press(page, 'Add line…');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Description').fill('Goodwill');
    await dialog.getByLabel(/^Amount/).fill('-10.00');
    await agree(page, 'Add line');
    await call.arrived;
    expect(await dialog.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true);
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(true);
    call.letGo();
    await page.getByRole('rowheader', { name: 'Goodwill' }).waitFor();
    expect(await dialog.count()).toBe(0);
    await press(page, 'Add line…');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
});

test('given a call of a page before, when it is answered, then the dialog of this page stays open', async () => {
  const { invoice } = await draft(portal.http, 'moved-on');
  const { invoice: other } = await draft(portal.http, 'moved-on');
  const findRow = (page: Page, id: string) => page.locator(`tbody a[href*="${id}"]`);
  await portal.open('/invoices?org=moved-on', light, async (page) => {
    const call = await hold(page, `**/${invoice}/status`, 'PATCH');
    await findRow(page, invoice).click();
    await act(page, 'Mark sent');
    await call.arrived;
    await page.goBack();
    await findRow(page, other).click();
    await press(page, 'Void…');
    const dialog = page.getByRole('dialog', { name: 'Void' });
    await dialog.waitFor();
    call.letGo();
    await page.getByText('Mark sent: done').waitFor();
    expect(await dialog.isVisible()).toBe(true);
  });
});

test('given another page of lines that loads, then no line can be removed until it is there', async () => {
  const { invoice } = await draft(portal.http, 'lines');
  const line = { description: 'Discount', amountPennies: -100, category: 'CREDIT' };
  for (let i = 0; i < 55; i += 1) await portal.http.post(`/api/invoice/${invoice}/line-items`, line);
  await portal.open(`/invoices/${invoice}`, light, async (page) => {
    await page.getByRole('button', { name: 'Remove…' }).first().waitFor();
    const call = await hold(page, '**/line-items?*cursor=*', 'GET');
    await page.getByRole('link', { name: 'Next page' }).click();
    await call.arrived;
    expect(await page.getByRole('row').count()).toBeGreaterThan(40);
    await page.getByRole('button', { name: 'Remove…' }).first().waitFor({ state: 'detached' });
    call.letGo();
    await page.getByRole('button', { name: 'Remove…' }).first().waitFor();
    expect(await page.getByRole('row').count()).toBeLessThan(10);
  });
});

test('given a line that somebody else removes, then its open dialog is never about the next line', async () => {
  const { invoice } = await draft(portal.http, 'moved-up');
  const lines = `/api/invoice/${invoice}/line-items`;
  for (const description of ['Goodwill', 'Discount'])
    await portal.http.post(lines, { description, amountPennies: -1_000, category: 'CREDIT' });
  await portal.open(`/invoices/${invoice}`, light, async (page) => {
    const goodwill = page.getByRole('row').filter({ hasText: 'Goodwill' });
    await goodwill.getByRole('button', { name: 'Remove…' }).click();
    await portal.http.delete(`${lines}/2`);
    await goodwill.waitFor({ state: 'detached' });
    const dialog = page.getByRole('dialog', { name: 'Remove' });
    const refused = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await agree(page, 'Remove');
    expect((await refused).status()).toBe(412);
    await dialog.getByText('It was changed meanwhile, and this is not possible any more.').waitFor();
    await dialog.getByText('Goodwill').waitFor();
    expect(await dialog.getByRole('button', { name: 'Remove', exact: true }).isDisabled()).toBe(true);
  });
  const { body } = await portal.http.get(`/api/invoice/${invoice}`);
  expect(body.lineItems).toMatchObject([{}, {}, { description: 'Discount' }]);
});

const renewal = {
  id: '01a1f84a-95c0-734f-8cde-89a26d67220d',
  organizationId: 'renews',
  organizationPolicyId: '01a1f84a-95c0-734f-8cde-89a26d67220e',
  policyReference: 'POL-2026-000001',
  newTermStart: '2026-12-01',
  status: 'MANUAL_REVIEW',
  failureReason: null,
  reviewReasons: ['moves by over 10 %'],
  previousRate: 4.25,
  newRate: 5,
  version: 3,
};

test('given decisions on a renewal that cannot be read, then its row has the reason, and they are asked for again', async () => {
  await portal.open('/renewals?org=renews', light, async (page) => {
    await page.route('**/api/renewal?*', (route) => {
      const isInReview = route.request().url().includes('MANUAL_REVIEW');
      return route.fulfill({ json: isInReview ? [renewal] : [] });
    });
    await refuse(page, `**/api/renewal/${renewal.id}`, 'No decisions now');
    await page.reload();
    await page.getByRole('row').getByRole('heading', { name: 'No decisions now' }).waitFor();
    const headers = { 'Allowed-Actions': 'setRenewalStatus;to=SCHEDULED', ETag: '"3"' };
    await page.route(`**/api/renewal/${renewal.id}`, (route) => route.fulfill({ json: renewal, headers }));
    await press(page, 'Try again');
    await page.getByRole('button', { name: 'Approve…' }).waitFor();
    expect(await page.getByRole('heading', { name: 'No decisions now' }).count()).toBe(0);
  });
});

test('given figures and dead letters that cannot be read, then the overview has the reasons', async () => {
  await everyKind(portal.http, 'silent');
  await portal.open('/?org=silent', light, async (page) => {
    await refuse(page, '**/api/ledger?*', 'No ledger now');
    await refuse(page, '**/api/ops/*/dead-letters?*', 'No letters now');
    await page.reload();
    for (const reason of ['No ledger now', 'No letters now'])
      await page.getByRole('alert').filter({ hasText: reason }).waitFor();
    // While one is asked for again, its reason is gone for a moment.
    const reasons = await eventually('both are there', async () => {
      const texts = await page.getByRole('alert').allInnerTexts();
      return texts.length > 1 && texts;
    });
    expect(reasons).toHaveLength(2);
  });
});

test('given an operator of one organization, then its contact and endpoints are added without choosing it', async () => {
  await portal.open('/mails', light, async (page) => {
    await signAsOperator(page, 'only-one');
    await page.reload();
    await press(page, 'Add contact…');
    await page.getByRole('dialog').getByText('only-one gets mails').waitFor();
    await page.goto(new URL('/webhooks', page.url()).href);
    await press(page, 'Add endpoint…');
    expect(await page.getByRole('dialog').getByLabel('Organization').inputValue()).toBe('only-one');
  });
});

test('a payout has the day it was paid on, and takes back only what stands', async () => {
  const { claim } = await everyKind(portal.http, 'payouts');
  const paid = {
    paidOn: '2026-01-05',
    payee: 'Dana',
    reference: null,
    recordedBy: 'x',
    recordedDate: '2026-01-05T00:00:00Z',
  };
  const payouts = [
    { ...paid, id: '01a1f84a-95c0-734f-8cde-89a26d672201', amount: 200, reverses: null },
    { ...paid, id: '01a1f84a-95c0-734f-8cde-89a26d672202', amount: 100, reverses: null },
    {
      ...paid,
      id: '01a1f84a-95c0-734f-8cde-89a26d672203',
      amount: -200,
      reverses: '01a1f84a-95c0-734f-8cde-89a26d672201',
    },
  ];
  await portal.open('/', light, async (page) => {
    await page.route(`**/api/claim/${claim}`, async (route) => {
      const response = await route.fetch();
      const json = { ...((await response.json()) as object), payouts };
      await route.fulfill({ json, headers: { 'Allowed-Actions': 'addClaimPayout' } });
    });
    await page.goto(new URL(`/claims/${claim}`, page.url()).href);
    await press(page, 'Record payout…');
    const dialog = page.getByRole('dialog');
    const payee = dialog.getByLabel('Payee');
    const backs = dialog.getByLabel('Takes back');
    expect(await backs.locator('option').allInnerTexts()).toEqual(['none', expect.stringContaining('100')]);
    expect(await payee.getAttribute('required')).not.toBeNull();
    await backs.selectOption({ index: 1 });
    expect(await payee.getAttribute('required')).toBeNull();
    await dialog.getByLabel('Amount').fill('-50');
    await dialog.getByLabel(/^Paid on/).fill('2026-01-07');
    const [request] = await Promise.all([page.waitForRequest('**/payouts'), agree(page, 'Record payout')]);
    expect(request.postDataJSON()).toMatchObject({
      amount: -50,
      paidOn: '2026-01-07',
      payee: null,
      reverses: payouts[1]!.id,
    });
  });
});

test('a change that changes nothing is not shown as done, and one that an earlier cancellation overtakes has no effect', async () => {
  const { policy } = await everyKind(portal.http, 'twice');
  const inDays = (days: number): string => Temporal.Now.plainDateISO('UTC').add({ days }).toString();
  const move = (status: string, days: number) =>
    portal.http.patch(`/api/policy/${policy}/status`, { status, effectiveDate: inDays(days) });
  await move('SUSPENDED', 10);
  await portal.open(`/policies/${policy}?view=changes`, light, async (page) => {
    await press(page, 'Suspend…');
    await page
      .getByRole('dialog')
      .getByLabel(/^From which day/)
      .fill(inDays(20));
    await agree(page, 'Suspend');
    await page.getByText('Suspend: nothing had to change').waitFor();
    for (const days of [30, 25]) await move('CANCELLED', days);
    await page.getByText('cancel · without effect').waitFor();
    expect(await page.getByText('without effect').count()).toBe(1);
  });
});
