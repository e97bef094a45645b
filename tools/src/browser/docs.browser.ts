import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { desktop, isTooWide, phone, shoot, startVisitor, type Visitor } from './visitor.ts';

jest.setTimeout(180_000);

let visitor: Visitor;

beforeAll(async () => {
  visitor = await startVisitor();
});

afterAll(() => visitor?.stop());

/** The brightest part of a colour, from 0 to 255. */
const brightness = (page: Page, selector = 'body', property = 'backgroundColor'): Promise<number> =>
  page.evaluate(
    `Math.max(...getComputedStyle(document.querySelector('${selector}')).${property}.match(/\\d+/g).slice(0, 3).map(Number))`,
  );

/** Sends the example of an operation from the reference, as a reader would. */
const tryOut = async (page: Page, operationId: string): Promise<string> => {
  const operation = page.locator(`[id$="-${operationId}"].opblock`);
  if (!(await operation.getAttribute('class'))!.includes('is-open'))
    await operation.locator('.opblock-summary').click();
  await operation.locator('.execute').click();
  const answer = operation.locator('.live-responses-table .response-col_status');
  await answer.last().waitFor();
  return (await answer.last().innerText()).trim();
};

describe('the API reference', () => {
  test('makes a real call: the example of a deal becomes a contract', async () => {
    await visitor.open('/docs', { ...desktop, colorScheme: 'light' }, async (page) => {
      await shoot(page, 'reference-light');
      expect(await tryOut(page, 'receiveDeal')).toMatch(/^201/);
      await shoot(page, 'reference-tried');
    });
    const contracts = await fetch(`${visitor.platform.gatewayUrl}/api/contract/organization/acme-stays`);
    expect(await contracts.json()).toMatchObject([{ crmDealId: 'D-1042' }]);
  });

  test('is dark for readers who like it dark', async () => {
    await visitor.open('/docs#/policy/createPolicy', { ...desktop, colorScheme: 'dark' }, async (page) => {
      expect(await brightness(page)).toBeLessThan(60);
      await shoot(page, 'reference-dark');
    });
  });

  test('fits a phone', async () => {
    await visitor.open('/docs', { ...phone, colorScheme: 'light' }, async (page) => {
      expect(await isTooWide(page)).toBe(false);
      await shoot(page, 'reference-phone');
      expect(await tryOut(page, 'listUpcomingRenewals')).toMatch(/^200/);
      await page.locator('[id$="-listUpcomingRenewals"].opblock').scrollIntoViewIfNeeded();
      await shoot(page, 'reference-phone-tried');
      expect(await isTooWide(page)).toBe(false);
    });
  });

  test('fits a phone in the dark, with a call open', async () => {
    await visitor.open('/docs#/policy/updatePolicy', { ...phone, colorScheme: 'dark' }, async (page) => {
      await page.locator('.responses-table .response').first().scrollIntoViewIfNeeded();
      expect(await isTooWide(page)).toBe(false);
      expect(await brightness(page, '.header-col', 'color')).toBeGreaterThan(160);
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
    await visitor.open(path, look, async (page) => {
      const details = page.locator('details').first();
      if (await details.count()) await details.locator('summary').click();
      expect(await isTooWide(page)).toBe(false);
      await shoot(page, `${what}-${name}`);
    });
  });
});
