import { beforeAll, describe, expect, test } from '@jest/globals';
import { barriers } from './axe.ts';
import { draft, light, portalForStories } from './portal.ts';
import { desktop, isTooWide, phone, shoot } from './visitor.ts';

const portal = portalForStories();

describe.each([
  ['desktop', light],
  ['dark', { ...desktop, colorScheme: 'dark' as const }],
  ['phone', { ...phone, colorScheme: 'light' as const }],
])('in the look %s', (name, look) => {
  let ids: Awaited<ReturnType<typeof draft>>;
  beforeAll(async () => {
    ids = await draft(portal.http, `look-${name}`);
  });

  test.each([
    ['overview', () => '/'],
    ['start', () => '/start'],
    ['deals', () => '/deals?org=acme-stays'],
    ['policies', () => '/policies'],
    ['policy', () => `/policies/${ids.policy}`],
    ['changes', () => `/policies/${ids.policy}?view=changes`],
    ['audit', () => `/policies/${ids.policy}?view=audit`],
    ['invoices', () => '/invoices'],
    ['invoice', () => `/invoices/${ids.invoice}`],
    ['money', () => `/invoices/${ids.invoice}?view=money`],
    ['account', () => `/account?org=look-${name}`],
    ['invoice-audit', () => `/invoices/${ids.invoice}?view=audit`],
    ['document', () => `/invoices/${ids.invoice}?view=document`],
    ['explain', () => `/invoices/${ids.invoice}?view=explain`],
    ['renewals', () => '/renewals'],
    ['ahead', () => '/renewals?view=ahead'],
    ['claims', () => '/claims'],
    ['events', () => '/events'],
    ['health', () => '/operations'],
    ['letters', () => '/operations?view=letters'],
    ['schedules', () => '/operations?view=schedules'],
    ['timeline', () => `/invoices/${ids.invoice}?view=timeline`],
    ['no-page', () => '/claims/1'],
  ])('%s has no barriers and fits', async (what, path) => {
    await portal.open(path(), look, async (page) => {
      await page.locator('h1, h2').first().waitFor();
      expect(await barriers(page)).toEqual([]);
      expect(await isTooWide(page)).toBe(false);
      await shoot(page, `portal-${what}-${name}`);
    });
  });
});
