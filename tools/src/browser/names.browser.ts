import { beforeAll, describe, expect, test } from '@jest/globals';
import { type DataOf, inboundEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { eventually } from '@staycover/testing';
import type { Page } from 'playwright-core';
import { draft, everyKind, light, markup, portalForStories, settled } from './portal.ts';
import { desktop, isTooWide, phone } from './visitor.ts';

const portal = portalForStories();
const organizationId = 'marked';
const ids: Record<string, string> = {};

/** Everything that a page shows and somebody else may write is markup. */
beforeAll(async () => {
  const { http, platform } = portal;
  const drafted = await draft(http, organizationId);
  const { body: contract } = await http.post('/api/webhook/crm/deal-closed', {
    crmDealId: markup,
    organizationId,
    signatoryName: markup,
    baseRatePerNight: 4.25,
  });
  await http.post(`/api/invoice/${drafted.invoice}/line-items`, {
    description: markup,
    amountPennies: -100,
    category: 'CREDIT',
  });
  const claim = newId();
  const submitted = inboundEvents.claimSubmitted.example.data as DataOf<typeof inboundEvents.claimSubmitted>;
  await platform.events.publish(inboundEvents.claimSubmitted, {
    ...submitted,
    organizationId,
    claimId: claim,
    damageDescription: markup,
    category: markup,
  });
  await eventually('the claim is there', async () => (await http.get(`/api/claim/${claim}`)).status === 200);
  const { body: endpoint } = await http.post('/api/webhook-endpoint', {
    organizationId,
    url: 'http://127.0.0.1:9/%3Cscript%3E',
    description: markup,
  });
  Object.assign(ids, drafted, { contract: contract.id, claim, endpoint: endpoint.id });
});

test.each([
  ['the policies', () => '/policies?org=marked'],
  ['a policy', () => `/policies/${ids['policy']}`],
  ['its dated changes', () => `/policies/${ids['policy']}?view=changes`],
  ['its audit trail', () => `/policies/${ids['policy']}?view=audit`],
  ['an invoice', () => `/invoices/${ids['invoice']}`],
  ['its explanation', () => `/invoices/${ids['invoice']}?view=explain`],
  ['its document', () => `/invoices/${ids['invoice']}?view=document`],
  ['the deals', () => '/deals?org=marked'],
  ['a deal', () => `/deals/${ids['contract']}`],
  ['a claim', () => `/claims/${ids['claim']}`],
  ['a webhook endpoint', () => `/webhooks/${ids['endpoint']}`],
  ['the events', () => '/events?org=marked'],
])('%s show markup as the text that it is', async (what, path) => {
  await portal.open(path(), light, async (page) => {
    if (what === 'the events') await page.locator('tbody tr').first().waitFor();
    else await page.getByText('<img src=x onerror=alert(1)>').first().waitFor();
    expect(await page.locator('img[src="x"]').count()).toBe(0);
  });
});

/** Where a text stands in the first row of the page, from the left. */
const leftIn = (page: Page, text: string): Promise<number> =>
  page.evaluate(`(() => {
    const texts = document.createTreeWalker(document.querySelector('tbody th'), NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const at = texts.currentNode.textContent.indexOf('${text}');
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(texts.currentNode, at);
      range.setEnd(texts.currentNode, at + 1);
      return range.getBoundingClientRect().left;
    }
  })()`);

test.each(['', '?view=explain'])('the nights stand behind a name that is written from the right: %p', async (view) => {
  const propertyName = 'בית החוף';
  const { body: policy } = await portal.http.post('/api/policy', {
    organizationId: 'from-the-right',
    ratePerNight: 4.25,
    enrolledProperties: [{ propertyId: 'p-1', propertyName }],
  });
  const { body: invoice } = await portal.http.post(`/api/invoice/generate/${policy.id}`);
  await portal.open(`/invoices/${invoice.id}${view}`, light, async (page) => {
    const line = page.getByRole('rowheader', { name: propertyName });
    await line.waitFor();
    const [text, nights] = /(\d+) nights? in/.exec(await line.innerText())!;
    const places = [await leftIn(page, propertyName), await leftIn(page, nights!), await leftIn(page, ' in ')];
    expect(places.toSorted((a, b) => a - b)).toEqual(places);
    expect(await line.innerText()).toMatch(`${propertyName}, ${text}`);
  });
});

test.each([
  `/policies?org=${encodeURIComponent(markup)}`,
  `/timeline/${encodeURIComponent(markup)}`,
  `/invoices?status=${encodeURIComponent(markup)}&cursor=${encodeURIComponent(markup)}`,
])('an address with markup, %s, is refused or shows it as text', async (path) => {
  await portal.open(path, light, async (page) => {
    await page.locator('h1, h2').first().waitFor();
    expect(await page.locator('img[src="x"]').count()).toBe(0);
  });
});

/** A table that is wider than its place has to be pushed to be read. */
const hasCutTable = (page: Page): Promise<boolean> =>
  page.evaluate("[...document.querySelectorAll('.table')].some((table) => table.scrollWidth > table.clientWidth)");

describe.each([
  ['desktop', desktop],
  ['phone', phone],
])('words that never end, on a %s,', (_where, look) => {
  const long = 'x'.repeat(64);
  let claim: string;

  beforeAll(async () => {
    const { body } = await portal.http.post('/api/claim', {
      organizationId: long,
      reservationReferenceId: long,
      damageDescription: `${'y'.repeat(2_000)}\nand more`,
      category: long,
    });
    claim = body.id;
    await portal.http.post('/api/webhook-endpoint', {
      organizationId: long,
      url: `http://127.0.0.1:9/${'z'.repeat(500)}`,
      description: long,
    });
  });

  test.each([
    ['a claim', () => `/claims/${claim}`],
    ['claims', () => `/claims?org=${long}&reservation=${long}`],
    ['the choice of an organization', () => '/deals'],
    ['no deals', () => `/deals?org=${long}`],
    ['webhooks', () => `/webhooks?org=${long}`],
    ['a timeline of nothing', () => `/timeline/${'t'.repeat(200)}`],
  ])('make %s no wider than the screen', async (_what, path) => {
    await portal.open(path(), look, async (page) => {
      await settled(page);
      expect(await isTooWide(page)).toBe(false);
      expect(await hasCutTable(page)).toBe(false);
    });
  });
});

test('a refusal in a dialog names the field as it is labelled', async () => {
  const { claim } = await everyKind(portal.http, 'labelled');
  await portal.open(`/claims/${claim}`, light, async (page) => {
    await page.getByRole('button', { name: 'Reserve…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('To set aside').fill('-5');
    await dialog.getByRole('button', { name: 'Reserve', exact: true }).click();
    const words = await dialog.getByRole('alert').getByRole('paragraph').first().innerText();
    expect(words).toBe('“To set aside” must be at least 0.');
  });
});
