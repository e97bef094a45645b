import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { launchChromium } from './chromium.ts';

jest.setTimeout(180_000);

const screenshots = resolve(import.meta.dirname, '../../../.cache/screenshots');
const desktop = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

let platform: TestPlatform;
let browser: Browser;

beforeAll(async () => {
  mkdirSync(screenshots, { recursive: true });
  browser = await launchChromium();
  platform = await startTestPlatform();
});

afterAll(async () => {
  await browser?.close();
  await platform?.stop();
});

/** Opens a page in a browser of its own and fails when it asks elsewhere, or complains. */
const open = async (path: string, look: BrowserContextOptions, use: (page: Page) => Promise<void>): Promise<void> => {
  const context = await browser.newContext(look);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(platform.gatewayUrl)) complaints.push(request.url());
  });
  await page.goto(platform.gatewayUrl + path, { waitUntil: 'networkidle' });
  await use(page);
  await context.close();
  expect(complaints).toEqual([]);
};

const shoot = (page: Page, name: string) => page.screenshot({ path: resolve(screenshots, `${name}.png`) });

const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

const brightness = (page: Page): Promise<number> =>
  page.evaluate('Math.max(...getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number))');

/** Sends the example of an operation from the reference, as a reader would. */
const tryOut = async (page: Page, operationId: string): Promise<string> => {
  const operation = page.locator(`[id$="-${operationId}"].opblock`);
  if (!(await operation.getAttribute('class'))!.includes('is-open')) await operation.locator('.opblock-summary').click();
  await operation.locator('.execute').click();
  const answer = operation.locator('.live-responses-table .response-col_status');
  await answer.last().waitFor();
  return (await answer.last().innerText()).trim();
};

describe('the API reference', () => {
  test('makes a real call: the example of a deal becomes a contract', async () => {
    await open('/docs', { ...desktop, colorScheme: 'light' }, async (page) => {
      await shoot(page, 'reference-light');
      expect(await tryOut(page, 'receiveDeal')).toMatch(/^201/);
      await shoot(page, 'reference-tried');
    });
    const contracts = await fetch(`${platform.gatewayUrl}/api/contract/organization/acme-stays`);
    expect(await contracts.json()).toMatchObject([{ crmDealId: 'D-1042' }]);
  });

  test('is dark for readers who like it dark', async () => {
    await open('/docs#/policy/createPolicy', { ...desktop, colorScheme: 'dark' }, async (page) => {
      expect(await brightness(page)).toBeLessThan(60);
      await shoot(page, 'reference-dark');
    });
  });

  test('fits a phone', async () => {
    await open('/docs', { ...phone, colorScheme: 'light' }, async (page) => {
      expect(await isTooWide(page)).toBe(false);
      await shoot(page, 'reference-phone');
      expect(await tryOut(page, 'listUpcomingRenewals')).toMatch(/^200/);
      await page.locator('[id$="-listUpcomingRenewals"].opblock').scrollIntoViewIfNeeded();
      await shoot(page, 'reference-phone-tried');
      expect(await isTooWide(page)).toBe(false);
    });
  });

  test('fits a phone in the dark, with a call open', async () => {
    await open('/docs#/policy/updatePolicy', { ...phone, colorScheme: 'dark' }, async (page) => {
      await page.locator('.responses-table .response').first().scrollIntoViewIfNeeded();
      expect(await isTooWide(page)).toBe(false);
      await shoot(page, 'reference-phone-dark');
    });
  });
});

describe.each([
  ['desktop', { ...desktop, colorScheme: 'light' as const }],
  ['phone-dark', { ...phone, colorScheme: 'dark' as const }],
])('on a %s', (name, look) => {
  test.each([
    ['events', '/docs/events#inboundDealClosed'],
    ['problems', '/docs/problems'],
    ['problem', '/problems/invalid-transition'],
  ])('the page of %s fits', async (what, path) => {
    await open(path, look, async (page) => {
      const details = page.locator('details').first();
      if (await details.count()) await details.locator('summary').click();
      expect(await isTooWide(page)).toBe(false);
      await shoot(page, `${what}-${name}`);
    });
  });
});
