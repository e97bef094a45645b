import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { draft, everyKind, type Kinds, light, portalForStories, settled } from './portal.ts';
import { shoot } from './visitor.ts';

const portal = portalForStories();

let ids: Kinds & { draft: string };
beforeAll(async () => {
  const kinds = await everyKind(portal.http, 'by-keys-alone');
  ids = { ...kinds, draft: (await draft(portal.http, 'by-keys-alone')).invoice };
});

/** Where the focus is, in words. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const { id, localName, textContent } = document.activeElement;
    return id || (textContent.trim() ? textContent.trim().replace(/\\s+/g, ' ') : localName);
  })()`);

const MOST_STOPS = 60;

/** Tabs once around the page, forward or back: what has the focus, and whether that can be seen. */
const tabStops = async (page: Page, key: 'Tab' | 'Shift+Tab'): Promise<{ name: string; isSeen: boolean }[]> => {
  const stops: { name: string; isSeen: boolean }[] = [];
  for (let i = 0; i < MOST_STOPS; i += 1) {
    await page.keyboard.press(key);
    const stop = (await page.evaluate(`(() => {
      const at = document.activeElement;
      if (at === document.body) return null;
      const { outlineStyle, outlineWidth } = getComputedStyle(at);
      const { top, bottom, left, right } = at.getClientRects()[0];
      // The middle of what is on the screen, which the bar or the menu may cover.
      const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
      const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
      const isOnTop = at.contains(document.elementFromPoint(x, y));
      return { name: at.outerHTML.slice(0, 120), isSeen: isOnTop && outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 };
    })()`)) as { name: string; isSeen: boolean } | null;
    if (stop === null) break;
    stops.push(stop);
  }
  return stops;
};

const pages: readonly (readonly [name: string, path: () => string, actions: number])[] = [
  ['the overview', () => '/', 0],
  ['start', () => '/start', 0],
  ['a contract', () => `/deals/${ids.contract}`, 1],
  ['a policy', () => `/policies/${ids.policy}`, 2],
  ['a draft', () => `/invoices/${ids.draft}`, 3],
  ['a claim', () => `/claims/${ids.claim}`, 2],
  ['a webhook endpoint', () => `/webhooks/${ids.webhook}`, 3],
  ['webhooks', () => '/webhooks?org=by-keys-alone', 1],
  ['mails', () => '/mails?org=by-keys-alone', 1],
  ['events', () => '/events', 0],
  ['operations', () => '/operations', 0],
];

describe.each(pages)('%s', (name, path) => {
  test.each([
    [1280, 900],
    // A screen of 1280 x 800 at 200 %, a small phone, and a screen of 1280 x 1024 at 400 %.
    [640, 400],
    [320, 640],
    [320, 256],
  ])('shows where the focus is at each stop of the tabulator, at %d x %d', async (width, height) => {
    await portal.open(path(), { ...light, viewport: { width, height } }, async (page) => {
      await settled(page);
      await shoot(page, `portal-tabs-${name.replaceAll(' ', '-')}-${width}-${height}`);
      for (const key of ['Tab', 'Shift+Tab'] as const) {
        const stops = await tabStops(page, key);
        expect(stops.length).toBeGreaterThan(10);
        expect(stops.filter(({ isSeen }) => !isSeen)).toEqual([]);
      }
    });
  });
});

describe.each(pages.filter(([, , actions]) => actions > 0))('%s', (_name, path, least) => {
  test('opens each dialog by Enter, and gives the focus back at Escape and at Cancel', async () => {
    await portal.open(path(), light, async (page) => {
      await settled(page);
      const opening = page.getByRole('main').getByRole('button', { name: /…$/ });
      await opening.first().waitFor();
      const verbs = await opening.allInnerTexts();
      expect(verbs.length).toBeGreaterThanOrEqual(least);
      for (const [i, verb] of verbs.entries()) {
        for (const leave of ['Escape', 'Cancel']) {
          await opening.nth(i).focus();
          await page.keyboard.press('Enter');
          const dialog = page.getByRole('dialog');
          await dialog.waitFor();
          expect(await page.evaluate('document.activeElement.closest("dialog") !== null')).toBe(true);
          if (leave === 'Escape') await page.keyboard.press('Escape');
          else await dialog.getByRole('button', { name: 'Cancel', exact: true }).press('Enter');
          // One that is closed is hidden a moment before it leaves.
          await page.locator('dialog').waitFor({ state: 'detached' });
          expect(await focused(page)).toBe(verb);
        }
      }
    });
  });
});

test('another page takes the focus and the title, and begins at its top', async () => {
  await portal.open('/policies', { ...light, viewport: { width: 1280, height: 300 } }, async (page) => {
    await settled(page);
    await page.locator('tbody a').first().press('Enter');
    await page.getByRole('heading', { level: 1, name: /^POL-/ }).waitFor();
    expect(await focused(page)).toBe('main');
    expect(await page.title()).toMatch(/^POL-\S+ · Staycover$/);
    expect(await page.evaluate('scrollY')).toBe(0);
    await page.getByRole('link', { name: 'Claims' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Claims' }).waitFor();
    expect(await focused(page)).toBe('main');
    expect(await page.title()).toBe('Claims · Staycover');
  });
});

test('a view of a page leaves the focus, and the place, where they are', async () => {
  await portal.open(`/policies/${ids.policy}`, { ...light, viewport: { width: 1280, height: 300 } }, async (page) => {
    await settled(page);
    await page.getByRole('link', { name: 'Timeline' }).press('Enter');
    await page.getByText('policy created').waitFor();
    expect(await focused(page)).toBe('Timeline');
    expect(await page.evaluate('scrollY')).toBeGreaterThan(0);
  });
});

test('after an action the reader goes on at the page that it changed', async () => {
  const { invoice } = await draft(portal.http, 'acts-by-keys');
  await portal.open(`/invoices/${invoice}`, light, async (page) => {
    await page.getByRole('button', { name: 'Mark sent…' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Mark sent', exact: true }).press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('h1 .state', { hasText: 'sent' }).waitFor();
    expect(await focused(page)).toBe('main');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('What it caused');
  });
});

test('two keys lead to a page, also when it is drawn again between them', async () => {
  await portal.open('/', light, async (page) => {
    await settled(page);
    await page.keyboard.press('g');
    const read = page.waitForResponse('**/api/policy/summary**');
    await portal.http.post('/api/policy', { organizationId: 'by-keys-alone', ratePerNight: 4.25 });
    await read;
    await page.keyboard.press('c');
    await page.getByRole('heading', { level: 1, name: 'Claims' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/claims');
  });
});

test('keys act on no page behind a dialog, also after a click beside its fields', async () => {
  await portal.open(`/invoices/${ids.draft}`, light, async (page) => {
    await page.getByRole('button', { name: 'Add line…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Description').fill('Goodwill');
    await dialog.getByRole('heading').click();
    for (const key of ['g', 'i', '/', 'j']) await page.keyboard.press(key);
    expect(new URL(page.url()).pathname).toBe(`/invoices/${ids.draft}`);
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect(await dialog.getByLabel('Description').inputValue()).toBe('Goodwill');
  });
});

test('the first visit is made with Enter alone', async () => {
  await portal.open('/start', light, async (page) => {
    await page.getByRole('button', { name: 'Send' }).focus();
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('Enter');
      await page.locator('.steps > li').nth(step).getByText('as expected').waitFor();
    }
    await page.getByRole('heading', { name: 'That is the whole way' }).waitFor();
    await page.getByText('reserve split', { exact: true }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(new URL(page.url()).search).toBe('?org=acme-stays');
  });
});
