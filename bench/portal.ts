import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { portalBuild, portalFolder } from '@staycover/portal';
import { launchChromium } from '../tools/src/browser/chromium.ts';
import { type Platform, quietly, startPlatform } from '../tools/src/platform/platform.ts';
import { addEvents, fillInvoices } from '../tools/src/testing/rows-at-once.ts';
import { inspect, usedMiB } from './heap.ts';
import { residentMiB } from './processor-time.ts';

const VISITS = 5;
const TURNS = 20;
const EVENTS = 10;
/** An hour of ten events a second, in as much time as it takes. */
const HOUR_OF_EVENTS = 36_000;
const AT_ONCE = 50;
const PAUSE_MS = 100;

type Browser = Awaited<ReturnType<typeof launchChromium>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;
type Row = { median: number | string; slowest: number | string; budget: string };

/**
 * What a reader waits for, and what the console needs: the first load, its heading, a page turn beside a bare fetch, an
 * event on its way to the screen, and the memory after an hour of events. `-- portal 10000` with fewer invoices.
 */
export const portal = async ([rows = '100000']: string[]): Promise<Record<string, Row>> => {
  const PORTAL_DIR = portalFolder();
  if (!existsSync(PORTAL_DIR)) execFileSync(process.execPath, [portalBuild, PORTAL_DIR]);
  const platform = await startPlatform({
    ...quietly,
    gatewayPort: 0,
    ephemeral: true,
    env: { PORTAL_DIR, LOG_LEVEL: 'error' },
  });
  const browser = await launchChromium();
  try {
    await fillInvoices(platform.databases['billing']!, 'many', Number(rows));
    const figures = {
      ...(await firstLoads(browser, platform)),
      ...(await pageTurns(browser, platform)),
      ...(await eventsToScreen(browser, platform)),
      ...(await measureHourOfEvents(browser, platform)),
    };
    console.table(figures);
    return figures;
  } finally {
    await browser.close();
    await platform.stop();
  }
};

const toRow = (values: readonly number[], budget: string): Row => {
  const sorted = values.toSorted((a, b) => a - b);
  return { median: Math.round(sorted[Math.floor(sorted.length / 2)]!), slowest: Math.round(sorted.at(-1)!), budget };
};

const opened = async (browser: Browser, url: string): Promise<Page> => {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.goto(url);
  return page;
};

const PAINT = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0`;
const LOADED = `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/portal/assets/'))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1024`;

const firstLoads = async (browser: Browser, { gatewayUrl }: Platform): Promise<Record<string, Row>> => {
  const [paints, headings, bytes]: number[][] = [[], [], []];
  for (let i = 0; i < VISITS; i += 1) {
    const page = await opened(browser, 'about:blank');
    const began = performance.now();
    await page.goto(`${gatewayUrl}/invoices?org=many`, { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    headings!.push(performance.now() - began);
    await page.locator('tbody tr').first().waitFor();
    paints!.push(await page.evaluate(PAINT));
    bytes!.push(await page.evaluate(LOADED));
    await page.context().close();
  }
  return {
    'first load, KB compressed': toRow(bytes!, '160'),
    'first paint, ms': toRow(paints!, '–'),
    'heading, ms': toRow(headings!, '1,000'),
  };
};

const pageTurns = async (browser: Browser, { gatewayUrl }: Platform): Promise<Record<string, Row>> => {
  const page = await opened(browser, `${gatewayUrl}/invoices?org=many`);
  const first = page.locator('tbody a').first();
  await first.waitFor();
  const [turns, bare]: number[][] = [[], []];
  for (let i = 0; i < TURNS; i += 1) {
    const before = await first.innerText();
    const began = performance.now();
    await page.keyboard.press(']');
    await page.locator('tbody tr:first-child th', { hasNotText: before }).waitFor();
    turns!.push(performance.now() - began);
    const asked = performance.now();
    await (await fetch(`${gatewayUrl}/api/invoice?organizationId=many&limit=50&order=newest&view=summary`)).json();
    bare!.push(performance.now() - asked);
  }
  await page.context().close();
  return { 'page turn, ms': toRow(turns!, '150'), 'the bare call, ms': toRow(bare!, '–') };
};

const eventsToScreen = async (browser: Browser, { gatewayUrl }: Platform): Promise<Record<string, Row>> => {
  const page = await opened(browser, `${gatewayUrl}/events?org=shown`);
  await page.getByText('live', { exact: true }).waitFor();
  const waits: number[] = [];
  for (let i = 0; i < EVENTS; i += 1) {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ organizationId: 'shown', ratePerNight: 4.25 });
    const answer = await fetch(`${gatewayUrl}/api/policy`, { method: 'POST', headers, body });
    const { id } = (await answer.json()) as { id: string };
    const answered = performance.now();
    await page.locator(`tbody a[href*="/timeline/${id}"]`).first().waitFor();
    waits.push(performance.now() - answered);
  }
  await page.context().close();
  return { 'event to screen, ms': toRow(waits, '1,000') };
};

/** The memory after an hour of events, and after another one: the first fills caches. */
const measureHourOfEvents = async (browser: Browser, platform: Platform): Promise<Record<string, Row>> => {
  const page = await opened(browser, `${platform.gatewayUrl}/events?org=busy`);
  await page.getByText('live', { exact: true }).waitFor();
  const session = await page.context().newCDPSession(page);
  const pidFor = (service: string) => platform.supervisor.children.find(({ name }) => name === service)!.pid!;
  const insight = await inspect(pidFor('insight'));
  const memory = async (): Promise<Record<string, number>> => ({
    'heap of the page, MiB': await usedMiB(session),
    'heap of insight, MiB': await usedMiB(insight),
    'memory of the gateway, MiB': residentMiB(pidFor('gateway')),
  });
  const play = async (count: number): Promise<void> => {
    for (let sent = 0; sent < count; sent += AT_ONCE) {
      await addEvents(platform.databases['insight']!, 'busy', AT_ONCE);
      await delay(PAUSE_MS);
    }
    await delay(2_000);
  };
  await play(HOUR_OF_EVENTS);
  const before = await memory();
  await play(HOUR_OF_EVENTS);
  const after = await memory();
  insight.close();
  await page.context().close();
  return Object.fromEntries(
    Object.entries(after).map(([name, mib]): [string, Row] => [
      name,
      { median: `${Math.round(before[name]!)} → ${Math.round(mib)}`, slowest: '', budget: 'flat' },
    ]),
  );
};
