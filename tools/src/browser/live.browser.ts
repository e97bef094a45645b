import { expect, test } from '@jest/globals';
import { eventually } from '@staycover/testing';
import type { Page } from 'playwright-core';
import { barriers } from './axe.ts';
import { draft, light, portalForStories, press } from './portal.ts';
import { shoot } from './visitor.ts';

const portal = portalForStories();

/** What Chromium writes of a server that goes away. */
const CUT_OFF = /ERR_INCOMPLETE_CHUNKED_ENCODING|status of 50[34]/;

const state = (page: Page, name: string) => page.locator('h1 .state', { hasText: name });
const sent = (page: Page) => state(page, 'sent');

const createPolicy = async (organizationId: string): Promise<string> =>
  (await portal.http.post('/api/policy', { organizationId, ratePerNight: 4.25 })).body.id;

/** Ends a process as a crash does; its supervisor starts it again. */
const crash = async (name: string): Promise<() => Promise<unknown>> => {
  const child = portal.platform.supervisor.children.find((each) => each.name === name)!;
  const pid = child.pid!;
  process.kill(pid, 'SIGKILL');
  return () => eventually(`${name} runs again`, () => child.pid !== undefined && child.pid !== pid, 60_000);
};

test('insight is killed and comes back: the page shows it, and shows what happened meanwhile, none lost, none twice', async () => {
  const before = await createPolicy('killed');
  await portal.open(
    '/events?org=killed',
    light,
    async (page) => {
      await page.getByText('live', { exact: true }).waitFor();
      await page.locator(`a[href*="/timeline/${before}"]`).waitFor();
      const back = await crash('insight');
      const meanwhile = await Promise.all(Array.from({ length: 5 }, () => createPolicy('killed')));
      await page.getByText('every 15 s', { exact: true }).waitFor();
      await shoot(page, 'portal-insight-away');
      await back();
      await page.getByText('live', { exact: true }).waitFor({ timeout: 60_000 });
      for (const id of [before, ...meanwhile]) {
        const shown = page.locator(`tbody a[href*="/timeline/${id}"]`);
        await shown.first().waitFor({ timeout: 60_000 });
        expect(await shown.count()).toBe(1);
      }
    },
    CUT_OFF,
  );
});

test('eight tabs of a browser have one stream, and all of them follow', async () => {
  await portal.open('/events?org=tabs', light, async (first) => {
    await first.getByText('live', { exact: true }).waitFor();
    const others = await Promise.all(
      Array.from({ length: 7 }, async () => {
        const page = await first.context().newPage();
        await page.goto(first.url());
        await page.getByText('live', { exact: true }).waitFor();
        return page;
      }),
    );
    const metrics = await (await fetch(`${portal.platform.gatewayUrl}/metrics`)).text();
    expect(/^streams_open\{[^}]*\} (\d+)$/m.exec(metrics)?.[1]).toBe('1');
    const id = await createPolicy('tabs');
    for (const page of [first, ...others]) await page.locator(`tbody a[href*="/timeline/${id}"]`).waitFor();
    // The tab that has the stream goes: another one takes it over.
    await first.close();
    const next = await createPolicy('tabs');
    for (const page of others) await page.locator(`tbody a[href*="/timeline/${next}"]`).waitFor();
  });
});

test('an invoice that somebody else sends keeps what is typed into its dialog', async () => {
  const { invoice } = await draft(portal.http, 'meanwhile');
  await portal.open(`/invoices/${invoice}`, light, async (page) => {
    await page.getByText('live', { exact: true }).waitFor();
    await press(page, 'Add line…');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Description').fill('Goodwill');
    await dialog.getByLabel(/^Amount/).fill('-10.00');
    await portal.http.patch(`/api/invoice/${invoice}/status`, { status: 'SENT' });
    await sent(page).waitFor();
    await dialog.getByRole('button', { name: 'Add line', exact: true }).click();
    await dialog.getByText('It was changed meanwhile, and this is not possible any more.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Add line', exact: true }).isDisabled()).toBe(true);
    expect(await dialog.getByLabel('Description').inputValue()).toBe('Goodwill');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Invoices', exact: true }).click();
    await page.goBack();
    await sent(page).waitFor();
    expect(await dialog.count()).toBe(0);
  });
});

/** Refuses an invoice until the reader clicks: the page also asks for it by itself, whenever something happens. */
const refuseUntilClick = async (page: Page, invoice: string): Promise<void> => {
  await page.evaluate("document.addEventListener('click', () => { document.isClicked = true; }, { capture: true })");
  const json = { title: 'Not found', status: 404, detail: 'There is no such invoice.' };
  await page.route(`**/api/invoice/${invoice}?**`, async (route) =>
    (await page.evaluate<boolean>('document.isClicked === true'))
      ? route.continue()
      : route.fulfill({ status: 404, json }),
  );
};

test('a page that cannot be read again keeps what it shows, with a notice', async () => {
  const { invoice } = await draft(portal.http, 'old');
  await portal.open(`/invoices/${invoice}`, light, async (page) => {
    await page.getByText('live', { exact: true }).waitFor();
    await state(page, 'draft').waitFor();
    await refuseUntilClick(page, invoice);
    await createPolicy('old');
    await page.getByRole('alert').getByText('There is no such invoice.').waitFor();
    const refusedAgain = page.waitForResponse((response) => response.status() === 404);
    await portal.http.patch(`/api/invoice/${invoice}/status`, { status: 'SENT' });
    await refusedAgain;
    await state(page, 'draft').waitFor();
    expect(await barriers(page)).toEqual([]);
    await press(page, 'Try again');
    await sent(page).waitFor();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.unrouteAll({ behavior: 'wait' });
  });
});

test('the document of an invoice is read for each of its versions, not for what happens elsewhere', async () => {
  const { invoice } = await draft(portal.http, 'documents');
  await portal.open(`/invoices/${invoice}?view=document`, light, async (page) => {
    await page.getByText('Draft: not sent').waitFor();
    await page.getByText('live', { exact: true }).waitFor();
    let documents = 0;
    page.on('request', (request) => (documents += Number(new URL(request.url()).pathname.endsWith('/document'))));
    const readAgain = page.waitForResponse((response) => response.url().includes(`/api/invoice/${invoice}?`));
    await createPolicy('documents');
    await readAgain;
    await portal.http.patch(`/api/invoice/${invoice}/status`, { status: 'SENT' });
    await page.getByText('Draft: not sent').waitFor({ state: 'detached' });
    expect(documents).toBe(1);
  });
});

test('a browser without a network shows what a platform on its machine answers, and why there is nothing where it does not', async () => {
  const unreachable = /ERR_INTERNET_DISCONNECTED/;
  await portal.open(
    '/',
    light,
    async (page) => {
      await page.getByText('live', { exact: true }).waitFor();
      await page.evaluate("dispatchEvent(new Event('offline'))");
      await page.getByRole('link', { name: 'Claims', exact: true }).click();
      await page.getByText('No claims here').waitFor();
      await page.context().setOffline(true);
      await page.getByRole('link', { name: 'Renewals', exact: true }).click();
      await page.getByRole('alert').getByText('The platform cannot be reached.').first().waitFor();
      await page.context().setOffline(false);
      await page.getByText('Nothing to decide').waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
    },
    unreachable,
  );
});
