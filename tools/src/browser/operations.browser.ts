import { expect, test } from '@jest/globals';
import { type DataOf, inboundEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { eventually } from '@staycover/testing';
import type { Page } from 'playwright-core';
import { barriers } from './axe.ts';
import { light, paper, portalForStories, press } from './portal.ts';
import { desktop, isTooWide, phone, shoot } from './visitor.ts';

const portal = portalForStories();

const makeClaim = (organizationId: string, claimId: string, draft: boolean) => ({
  ...(inboundEvents.claimSubmitted.example.data as DataOf<typeof inboundEvents.claimSubmitted>),
  organizationId,
  claimId,
  draft,
});

const MOST_WAITING = 100;

/** Reviews of a draft claim, which wait until it is submitted, and one more than may wait: a dead letter. */
const deadLetter = async (organizationId: string): Promise<string> => {
  const { events } = portal.platform;
  const claimId = newId();
  await events.publish(inboundEvents.claimSubmitted, makeClaim(organizationId, claimId, true));
  await eventually('the draft is there', async () => (await portal.http.get(`/api/claim/${claimId}`)).status === 200);
  const review = { organizationId, claimId, changedBy: 'adjuster-4', statusName: 'UNDER_REVIEW' } as const;
  for (let n = 0; n <= MOST_WAITING; n++) await events.publish(inboundEvents.claimUpdated, review);
  await eventually('it is given up', async () => {
    const { body } = await portal.http.get(`/api/ops/claims/dead-letters?organizationId=${organizationId}`);
    return body.length === 1;
  });
  return claimId;
};

const row = (page: Page, organizationId: string) => page.getByRole('row').filter({ hasText: organizationId });

test('a dead letter is found from the overview, replayed too early, and again when what it waited for is there', async () => {
  const claimId = await deadLetter('replays');
  await portal.open('/?org=replays', light, async (page) => {
    const card = page.getByRole('region', { name: 'dead letters' });
    await card.getByRole('link', { name: 'See them' }).click();
    await page.getByRole('button', { name: 'inbound.claim-updated' }).click();
    await page.getByRole('dialog').getByText('"statusName": "UNDER_REVIEW"').waitFor();
    await shoot(page, 'portal-dead-letter');
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await row(page, 'replays').getByRole('button', { name: 'Replay…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Replay' });
    await dialog.getByRole('button', { name: 'Replay', exact: true }).click();
    await dialog.getByText('It stays a dead letter').waitFor();
    await shoot(page, 'portal-replay-refused');
    await portal.platform.events.publish(inboundEvents.claimSubmitted, makeClaim('replays', claimId, false));
    await eventually('what waited applies', async () => {
      const { body } = await portal.http.get(`/api/claim/${claimId}`);
      return body.statusName === 'UNDER_REVIEW';
    });
    await dialog.getByRole('button', { name: 'Replay', exact: true }).click();
    await page.getByText('No dead letters').waitFor();
  });
  expect((await portal.http.get(`/api/claim/${claimId}`)).body.statusName).toBe('UNDER_REVIEW');
});

test('a dead letter on paper has its name and all columns, and no buttons', async () => {
  await deadLetter('printed');
  await portal.open('/operations?org=printed&view=letters', paper, async (page) => {
    await row(page, 'printed').waitFor();
    await page.emulateMedia({ media: 'print' });
    const columns = await page.getByRole('columnheader').allInnerTexts();
    expect(columns).toEqual(expect.arrayContaining(['Event', 'Organization', 'Given up by', 'Why', 'Since']));
    const [name] = await row(page, 'printed').getByRole('rowheader').allInnerTexts();
    expect(name).toContain('claim-updated');
    expect(await page.getByRole('button', { name: /Discard|Let go/ }).count()).toBe(0);
    expect(await isTooWide(page)).toBe(false);
    await shoot(page, 'portal-letters-printed', true);
  });
});

test('a dead letter is let go with a reason, by keyboard', async () => {
  await deadLetter('discards');
  await portal.open('/operations?org=discards&view=letters', light, async (page) => {
    await row(page, 'discards').getByRole('button', { name: 'Discard…' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.type('Sent by mistake');
    await shoot(page, 'portal-discard');
    expect(await barriers(page)).toEqual([]);
    await press(page, 'Discard');
    await page.getByText('No dead letters').waitFor();
    await page.getByText('Discard: done').waitFor();
    expect(await page.getByRole('link', { name: 'What it caused' }).count()).toBe(0);
  });
  const { body } = await portal.http.get('/api/ops/claims/dead-letters?organizationId=discards&state=RESOLVED');
  expect(body).toMatchObject([{ state: 'DISCARDED', note: 'Sent by mistake', resolvedBy: 'anonymous' }]);
});

test.each([
  ['desktop', light],
  ['dark', { ...desktop, colorScheme: 'dark' as const }],
  ['phone', { ...phone, colorScheme: 'light' as const }],
])('with something to decide the pages fit and have no barriers: %s', async (name, look) => {
  await deadLetter(`looks-${name}`);
  await portal.open('/operations?view=letters', look, async (page) => {
    await row(page, `looks-${name}`).first().waitFor({ state: 'attached' });
    expect(await barriers(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
    await shoot(page, `portal-letters-some-${name}`, true);
    await page.getByRole('link', { name: 'Health' }).click();
    await page.getByRole('row').filter({ hasText: 'insight' }).getByText('ready').waitFor();
    await shoot(page, `portal-health-all-${name}`, true);
  });
});
