import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { eventually } from '@staycover/testing';
import type { Page } from 'playwright-core';
import { barriers } from './axe.ts';
import { act, draft as createDraft, light, portalForStories, press } from './portal.ts';
import { shoot } from './visitor.ts';

const portal = portalForStories();

const draft = (organizationId: string) => createDraft(portal.http, organizationId);

const state = (page: Page, name: string) => page.locator('h1 .state', { hasText: name }).waitFor();

test('the overview draws what was billed and what is due of it, and shows it as a table', async () => {
  const { invoice } = await draft('figures');
  await portal.http.patch(`/api/invoice/${invoice}/status`, { status: 'SENT' });
  const [{ total }] = (await portal.http.get('/api/invoice?organizationId=figures')).body;
  await portal.http.post('/api/payment', { organizationId: 'figures', currency: 'USD', amountPennies: 100 });
  await portal.open('/?org=figures', light, async (page) => {
    await page.getByRole('img', { name: 'Billed by month, with tax, as bars' }).waitFor();
    await shoot(page, 'portal-figures', true);
    await press(page, 'Table of Billed by month, with tax');
    const cells = page.getByRole('region', { name: 'Billed by month, with tax' }).getByRole('cell');
    await cells.first().waitFor();
    expect(await cells.allInnerTexts()).toEqual([`${total.toFixed(2)} USD`, `${(total - 1).toFixed(2)} USD`]);
    expect(await barriers(page)).toEqual([]);
  });
});

test('the overview of who has a draft alone has no part of figures', async () => {
  await draft('draft-alone');
  await portal.open('/?org=draft-alone', light, async (page) => {
    await page.getByRole('region', { name: 'drafts to send' }).getByText('1', { exact: true }).waitFor();
    expect(await page.getByRole('heading', { name: 'Figures' }).count()).toBe(0);
  });
});

test('what happens shows at once, on the page of events and in the timeline of what it happened to', async () => {
  await portal.open('/events?org=happens', light, async (page) => {
    await page.getByText('live', { exact: true }).waitFor();
    const { policy, invoice } = await draft('happens');
    await page.getByRole('link', { name: 'policy-created' }).waitFor();
    await portal.http.patch(`/api/invoice/${invoice}/status`, { status: 'SENT' });
    await page.getByRole('link', { name: 'invoice-sent' }).waitFor();
    await shoot(page, 'portal-events');
    expect(await barriers(page)).toEqual([]);
    await page.goto(new URL(`/policies/${policy}?view=timeline`, page.url()).href);
    await page.getByText('policy created').waitFor();
    await page.getByText('invoice sent').waitFor();
    await shoot(page, 'portal-timeline', true);
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('/');
    const [{ invoiceReference }] = (await portal.http.get('/api/invoice?organizationId=happens')).body;
    await page.keyboard.type(invoiceReference);
    await page.getByRole('option').first().getByText('invoice of happens').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/invoices/${invoice}**`);
  });
});

test('a list is saved as a file with the rows that are shown', async () => {
  const { invoice } = await draft('files');
  await draft('files');
  await portal.http.patch(`/api/invoice/${invoice}/status`, { status: 'SENT' });
  await portal.open('/invoices?org=files&status=SENT', light, async (page) => {
    await page.locator('tbody a').first().waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'CSV')]);
    expect(file.suggestedFilename()).toBe('invoices.csv');
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(2);
    // Excel takes a file without this mark for one of its own country's code page.
    expect(lines[0]).toMatch(/^\uFEFF.*invoiceReference/);
    expect(lines[0]).not.toMatch(/lineItems|subtotalsByCategory/);
    expect(lines[1]).toContain(invoice);
  });
});

test('renewals are run dry first, then for real', async () => {
  const today = Temporal.Now.plainDateISO('UTC');
  const { body: policy } = await portal.http.post('/api/policy', {
    organizationId: 'runs',
    ratePerNight: 4.25,
    termStart: today.subtract({ days: 364 }).toString(),
    termEnd: today.toString(),
    autoRenew: true,
    enrolledProperties: [{ propertyId: 'p-1' }],
  });
  await portal.http.patch(`/api/policy/${policy.id}/status`, { status: 'ACTIVE' });
  await eventually('the renewal service knows it', async () => {
    const { body } = await portal.http.get('/api/renewal/upcoming?days=10');
    return body.some(({ id, status }: { id: string; status: string }) => id === policy.id && status === 'ACTIVE');
  });
  await portal.open('/renewals?view=run', light, async (page) => {
    expect(await page.getByRole('button', { name: 'Process…' }).count()).toBe(0);
    await press(page, 'Dry run');
    await page.getByText('dry: nothing was changed').waitFor();
    await shoot(page, 'portal-renewal-run');
    expect((await portal.http.get(`/api/renewal/policy/${policy.id}`)).body).toEqual([]);
    await act(page, 'Process');
    await page.getByText('for real').waitFor();
    expect((await portal.http.get(`/api/renewal/policy/${policy.id}`)).body).toHaveLength(1);
    expect(await barriers(page)).toEqual([]);
    expect(await page.getByRole('button', { name: 'Process…' }).count()).toBe(0);
    await press(page, 'Dry run');
    await page.getByText('dry: nothing was changed').waitFor();
  });
});

describe('an invoice', () => {
  test('offers what the platform allows, and does it', async () => {
    const { invoice } = await draft('acts');
    await portal.open(`/invoices/${invoice}`, light, async (page) => {
      await press(page, 'Add line…');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Description').fill('Goodwill');
      await dialog.getByLabel(/^Amount/).fill('-1.00');
      await shoot(page, 'portal-add-line');
      await dialog.getByRole('button', { name: 'Add line', exact: true }).click();
      await page.getByRole('rowheader', { name: 'Goodwill' }).waitFor();
      await act(page, 'Mark sent');
      await state(page, 'sent');
      expect(await page.getByRole('button', { name: 'Add line…' }).count()).toBe(0);
      await act(page, 'Mark paid');
      await state(page, 'paid');
      await page.getByRole('link', { name: 'Changes' }).click();
      await page.getByText('status: sent → paid').waitFor();
      await page.getByText('amount: -1').waitFor();
      await shoot(page, 'portal-audit', true);
      expect(await barriers(page)).toEqual([]);
    });
    expect((await portal.http.get(`/api/invoice/${invoice}`)).body).toMatchObject({
      status: 'PAID',
      lineItems: [{}, {}, { amount: -1, manual: true }],
    });
  });

  test('that is changed by a double click is changed once', async () => {
    const { invoice } = await draft('twice');
    await portal.open(`/invoices/${invoice}`, light, async (page) => {
      await press(page, 'Add line…');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Description').fill('Goodwill');
      await dialog.getByLabel(/^Amount/).fill('-1.00');
      await dialog.getByRole('button', { name: 'Add line', exact: true }).dblclick();
      await page.getByRole('rowheader', { name: 'Goodwill' }).waitFor();
    });
    const { body } = await portal.http.get(`/api/invoice/${invoice}`);
    expect(body.lineItems.filter(({ manual }: { manual: boolean }) => manual)).toHaveLength(1);
  });
});

describe('an open invoice', () => {
  const addMeanwhile = (invoice: string) =>
    portal.http.post(`/api/invoice/${invoice}/line-items`, {
      description: 'Meanwhile',
      amountPennies: 100,
      category: 'ADJUSTMENT',
    });

  test('that was changed meanwhile stays as it is, with a notice', async () => {
    const { invoice } = await draft('stale');
    await portal.open(`/invoices/${invoice}`, light, async (page) => {
      await press(page, 'Void…');
      await addMeanwhile(invoice);
      await page.getByRole('dialog').getByRole('button', { name: 'Void', exact: true }).click();
      await page.getByRole('dialog').getByText('It was changed meanwhile').waitFor();
      await shoot(page, 'portal-stale');
    });
    expect((await portal.http.get(`/api/invoice/${invoice}`)).body.status).toBe('DRAFT');
  });

  test('that was changed meanwhile is changed by the same dialog once its reader agrees again, and what was typed stays', async () => {
    const { invoice } = await draft('agreed');
    await portal.open(`/invoices/${invoice}`, light, async (page) => {
      await press(page, 'Add line…');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Description').fill('Goodwill');
      await dialog.getByLabel(/^Amount/).fill('-1.00');
      await addMeanwhile(invoice);
      await press(page, 'Add line');
      await dialog.getByText('It was changed meanwhile').waitFor();
      await page.getByRole('rowheader', { name: 'Meanwhile' }).waitFor({ state: 'attached' });
      await press(page, 'Add line');
      await page.getByRole('rowheader', { name: 'Goodwill' }).waitFor();
      expect(await dialog.count()).toBe(0);
    });
  });

  test('is changed from a page that came over plain HTTP, too', async () => {
    const { invoice } = await draft('plain');
    await portal.open(`/invoices/${invoice}`, light, async (page) => {
      await page.addInitScript(`
        delete Crypto.prototype.randomUUID;
        Object.defineProperty(window, 'isSecureContext', { value: false });
      `);
      await page.reload();
      await act(page, 'Mark sent');
      await state(page, 'sent');
      await page.goto(new URL('/start', page.url()).href);
      await page.getByRole('button', { name: 'Send' }).waitFor();
      expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
    });
  });
});

test('everything is reached by keyboard', async () => {
  const { invoice } = await draft('keys');
  await portal.open('/?org=keys', light, async (page) => {
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await page.getByRole('heading', { name: 'Invoices', exact: true }).waitFor();
    await page.locator('tbody a').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/invoices/${invoice}?org=keys`);
    await page.getByRole('button', { name: 'Void…' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await state(page, 'draft');
    await page.keyboard.press('/');
    await page.keyboard.type('claims');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Claims', exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('?org=keys');
  });
});

test('a missing resource is reported, with possible owners', async () => {
  await portal.open('/invoices/01a1f84a-95c0-734f-8cde-89a26d67220d', light, async (page) => {
    const problem = page.getByRole('alert');
    await problem.waitFor();
    expect(await problem.innerText()).toContain('It is not there, or it is of another organization.');
    await shoot(page, 'portal-not-found');
  });
});
