import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { barriers } from './axe.ts';
import { act, light, portalForStories, press } from './portal.ts';
import { isTooWide, phone, shoot } from './visitor.ts';

const portal = portalForStories();

const FIVE_MINUTES_OF_STEPS = 30;

/** Counts what a visitor does: each click is ten seconds of looking and deciding. */
const countClicks = async (page: Page): Promise<() => Promise<number>> => {
  await page.evaluate('window.clicks = 0; addEventListener("click", () => { window.clicks += 1; }, true)');
  return () => page.evaluate('window.clicks');
};

test('from an empty platform to a paid invoice and its reserve split, seen live, by what the pages offer', async () => {
  await portal.open('/', light, async (page) => {
    const clicks = await countClicks(page);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByText('live', { exact: true }).waitFor();
    await shoot(page, 'first-1-empty');
    await page.getByRole('main').getByRole('link', { name: 'Start', exact: true }).click();
    for (let step = 0; step < 6; step += 1) {
      await press(page, 'Send');
      await page.locator('.steps > li').nth(step).getByText('as expected').waitFor();
      if (step === 0) await shoot(page, 'first-2-deal', true);
    }
    // It arrives without a reload.
    await page.getByText('reserve split', { exact: true }).waitFor();
    await shoot(page, 'first-3-paid', true);
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'How the invoice came about' }).click();
    await page.locator('h1 .state', { hasText: 'paid' }).waitFor();
    await shoot(page, 'first-4-invoice', true);
    expect(await clicks()).toBeLessThan(FIVE_MINUTES_OF_STEPS);
  });
});

test('a call that is not answered as expected is sent again, and the story goes on', async () => {
  await portal.open('/start', light, async (page) => {
    await press(page, 'Send');
    await page.locator('.steps > li').first().getByText('as expected').waitFor();
    await page.route('**/api/policy/**', (route) => route.fulfill({ status: 409, json: { title: 'Not now' } }));
    await press(page, 'Send');
    const second = page.locator('.steps > li').nth(1);
    await second.getByText('instead of 200').waitFor();
    await page.unrouteAll();
    await press(page, 'Send again');
    await second.getByText('as expected').waitFor();
    await press(page, 'Send');
    await page.locator('.steps > li').nth(2).getByText('as expected').waitFor();
    expect(await page.getByText('instead of').count()).toBe(0);
  });
});

test('times are written anew in UTC, and the calls that were sent stay', async () => {
  await portal.open('/start', light, async (page) => {
    await press(page, 'Send');
    const first = page.locator('.steps > li').first();
    await first.getByText('as expected').waitFor();
    const times = page.locator('.line');
    await times.getByText('deal').first().waitFor();
    expect(await times.innerText()).not.toContain(' UTC');
    await press(page, 'Keys and times');
    await page.getByLabel(/Times in UTC/).check();
    await times.getByText(' UTC').first().waitFor();
    await page.keyboard.press('Escape');
    await first.getByText('as expected').waitFor();
  });
});

test('the second invoice by the buttons of the pages, beginning at the policy', async () => {
  const { body: policy } = await portal.http.post('/api/policy', {
    organizationId: 'by-mouse',
    ratePerNight: 4.25,
    enrolledProperties: [{ propertyId: 'p-1', propertyName: 'Beach House' }],
  });
  await portal.open('/?org=by-mouse', light, async (page) => {
    await page.getByRole('link', { name: 'Policies' }).click();
    await page.getByRole('link', { name: policy.policyReference }).click();
    await act(page, 'Generate invoice');
    await page.locator('h1 .state', { hasText: 'draft' }).waitFor();
    await page.getByText('Generate invoice: done').waitFor();
    await act(page, 'Mark sent');
    await page.locator('h1 .state', { hasText: 'sent' }).waitFor();
    await act(page, 'Mark paid');
    await page.locator('h1 .state', { hasText: 'paid' }).waitFor();
    await page.getByRole('link', { name: 'What it caused' }).click();
    await page.getByText('reserve split', { exact: true }).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toMatch(/^INV-/);
    await shoot(page, 'first-5-caused', true);
  });
});

test('the same by keyboard', async () => {
  const { body: policy } = await portal.http.post('/api/policy', {
    organizationId: 'by-keys',
    ratePerNight: 4.25,
    enrolledProperties: [{ propertyId: 'p-1', propertyName: 'Beach House' }],
  });
  await portal.open(`/policies/${policy.id}`, light, async (page) => {
    const agree = async (verb: string): Promise<void> => {
      await page.getByRole('button', { name: `${verb}…`, exact: true }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    for (const [verb, state] of [
      ['Generate invoice', 'draft'],
      ['Mark sent', 'sent'],
      ['Mark paid', 'paid'],
    ] as const) {
      await agree(verb);
      await page.locator('h1 .state', { hasText: state }).waitFor();
    }
    const { body } = await portal.http.get(`/api/invoice?organizationPolicyId=${policy.id}`);
    expect(body).toMatchObject([{ status: 'PAID' }]);
  });
});

test('the same on a phone', async () => {
  await portal.open('/start', { ...phone, colorScheme: 'dark' }, async (page) => {
    await press(page, 'Send');
    await page.locator('.steps > li').first().getByText('as expected').waitFor();
    expect(await isTooWide(page)).toBe(false);
    expect(await barriers(page)).toEqual([]);
    await shoot(page, 'first-6-phone', true);
  });
});
