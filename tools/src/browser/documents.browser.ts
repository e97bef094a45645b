import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { barriers } from './axe.ts';
import { draft, light, portalForStories, press } from './portal.ts';
import { desktop, isTooWide, phone, shoot } from './visitor.ts';

const portal = portalForStories();
let policy: string;

beforeAll(async () => {
  const { http } = portal;
  const made = await draft(http, 'papers');
  policy = made.policy;
  await http.patch(`/api/invoice/${made.invoice}/status`, { status: 'SENT' });
  const coverage = { liabilityCoverage: 1_000_000, deductible: 250, coverageCurrency: 'USD' };
  await http.put(`/api/policy/${policy}`, { coverage, additionalInsureds: [{ name: 'Palm Coast Lending LLC' }] });
  await http.patch(`/api/policy/${policy}/status`, { status: 'ACTIVE' });
});

/** Presses a button that saves a PDF; returns the file's name. */
const saved = async (page: Page, verb: string): Promise<string> => {
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, verb)]);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
  return file.suggestedFilename();
};

test('a policy that is in force gives its certificate and its declarations', async () => {
  await portal.open(`/policies/${policy}`, light, async (page) => {
    expect(await saved(page, 'Certificate')).toMatch(/^POL-.*-certificate\.pdf$/);
    expect(await saved(page, 'Declarations')).toMatch(/^POL-.*-declarations\.pdf$/);
    expect(await barriers(page)).toEqual([]);
  });
});

test.each([
  ['is over', -400, -36],
  ['has not begun', 30, 394],
])('a policy with a term that %s gives its declarations, of a day in it', async (_when, first, last) => {
  const today = Temporal.Now.plainDateISO('UTC');
  const { body: bound } = await portal.http.post('/api/policy', {
    organizationId: 'papers',
    ratePerNight: 4.25,
    termStart: today.add({ days: first }).toString(),
    termEnd: today.add({ days: last }).toString(),
  });
  await portal.http.patch(`/api/policy/${bound.id}/status`, { status: 'ACTIVE' });
  await portal.open(`/policies/${bound.id}`, light, async (page) => {
    expect(await saved(page, 'Declarations')).toMatch(/-declarations\.pdf$/);
  });
});

test('an account gives its statement', async () => {
  await portal.open('/account?org=papers', light, async (page) => {
    expect(await saved(page, 'Statement')).toBe('statement-papers-USD.pdf');
    expect(await barriers(page)).toEqual([]);
  });
});

test.each([
  ['certificate', 'desktop', desktop],
  ['certificate', 'phone', phone],
  ['declarations', 'desktop', desktop],
  ['declarations', 'phone', phone],
])('the %s is a page that fits a %s', async (name, where, look) => {
  await portal.open(`/api/policy/${policy}/${name}`, look, async (page) => {
    expect(await isTooWide(page)).toBe(false);
    const text = (await page.locator('body').innerText()).replaceAll('\u00a0', ' ');
    for (const part of ['Palm Coast Lending LLC', '$1,000,000.00', 'Beach House']) expect(text).toContain(part);
    await shoot(page, `${name}-${where}`, true);
  });
});
