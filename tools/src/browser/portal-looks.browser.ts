import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@staycover/testing';
import type { Page } from 'playwright-core';
import { barriers } from './axe.ts';
import { everyKind, type Kinds, light, portalForStories, settled } from './portal.ts';
import { desktop, isTooWide, phone, shoot } from './visitor.ts';

const portal = portalForStories();
const dark = { colorScheme: 'dark' as const };

let ids: Kinds;
beforeAll(async () => {
  ids = await everyKind(portal.http, 'looked-at');
});

/** Every page of the console, and every view of it. */
const pages: readonly (readonly [name: string, path: () => string])[] = [
  ['overview', () => '/'],
  ['start', () => '/start'],
  ['deals', () => '/deals?org=looked-at'],
  ['deals-of-all', () => '/deals'],
  ['deal', () => `/deals/${ids.contract}`],
  ['deal-audit', () => `/deals/${ids.contract}?view=audit`],
  ['policies', () => '/policies'],
  ['policy', () => `/policies/${ids.policy}`],
  ['changes', () => `/policies/${ids.policy}?view=changes`],
  ['policy-renewals', () => `/policies/${ids.policy}?view=renewals`],
  ['policy-timeline', () => `/policies/${ids.policy}?view=timeline`],
  ['audit', () => `/policies/${ids.policy}?view=audit`],
  ['invoices', () => '/invoices'],
  ['no-invoices', () => '/invoices?status=UNCOLLECTIBLE'],
  ['invoice', () => `/invoices/${ids.invoice}`],
  ['money', () => `/invoices/${ids.invoice}?view=money`],
  ['invoice-audit', () => `/invoices/${ids.invoice}?view=audit`],
  ['document', () => `/invoices/${ids.invoice}?view=document`],
  ['explain', () => `/invoices/${ids.invoice}?view=explain`],
  ['account', () => '/account?org=looked-at'],
  ['account-of-all', () => '/account'],
  ['renewals', () => '/renewals'],
  ['ahead', () => '/renewals?view=ahead'],
  ['run', () => '/renewals?view=run'],
  ['claims', () => '/claims'],
  ['claim', () => `/claims/${ids.claim}`],
  ['claim-audit', () => `/claims/${ids.claim}?view=audit`],
  ['events', () => '/events'],
  ['timeline', () => `/timeline/${ids.invoice}`],
  ['no-timeline', () => '/timeline/nothing'],
  ['webhooks', () => '/webhooks?org=looked-at'],
  ['webhook', () => `/webhooks/${ids.webhook}`],
  ['mails', () => '/mails?org=looked-at'],
  ['no-mail', () => '/mails/1'],
  ['health', () => '/operations'],
  ['letters', () => '/operations?view=letters'],
  ['schedules', () => '/operations?view=schedules'],
  ['signed-in', () => '/signed-in'],
  ['no-claim', () => '/claims/1'],
];

describe.each([
  ['desktop', light],
  ['dark', { ...desktop, ...dark }],
  ['phone', { ...phone, colorScheme: 'light' as const }],
  ['phone-dark', { ...phone, ...dark }],
])('in the look %s', (name, look) => {
  test.each(pages)('%s has a heading, no barriers, and fits', async (what, path) => {
    await portal.open(path(), look, async (page) => {
      await settled(page);
      expect(await barriers(page)).toEqual([]);
      expect(await isTooWide(page)).toBe(false);
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
      expect(await codesIn(page)).toEqual([]);
      await shoot(page, `portal-${what}-${name}`);
    });
  });
});

/** Codes of the interface, which no page shows: `PAST_DUE`. */
const codesIn = async (page: Page): Promise<string[]> => {
  const text = await page.locator('main').innerText();
  return text.match(/\b([A-Z]+_[A-Z_]+|DRAFT|SENT|PAID|VOID|ACTIVE|PENDING|MONTHLY|PROPERTY|INCLUDE)\b/g) ?? [];
};

test('a page that waits for its data has a heading, and one that asks again after a refusal keeps what it showed', async () => {
  await portal.open('/claims/1', { ...phone, colorScheme: 'light' }, async (page) => {
    await page.getByRole('alert').waitFor();
    const held = Promise.withResolvers<void>();
    let asked = 0;
    await page.route('**/api/claim/**', async (route) => {
      asked += 1;
      await held.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Try again' }).click();
    await eventually('it is asked again', () => asked > 0);
    await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.reload({ waitUntil: 'commit' });
    await page.locator('.skeleton').waitFor();
    expect(await barriers(page)).toEqual([]);
    held.resolve();
    await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
  });
});
