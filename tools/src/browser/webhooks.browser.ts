import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type CloudEvent, verifyWebhook } from '@staycover/events';
import { eventually } from '@staycover/testing';
import type { Page } from 'playwright-core';
import { barriers } from './axe.ts';
import { light, portalForStories, press } from './portal.ts';
import { desktop, isTooWide, phone, shoot } from './visitor.ts';

const portal = portalForStories();

let receiver: Server;
let url: string;
let status = 204;
let secret = '';
const verified: CloudEvent[] = [];

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    const event = await verifyWebhook(secret, request.headers, body).catch(() => undefined);
    if (event && status < 300) verified.push(event);
    response.writeHead(event ? status : 401).end();
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/staycover`;
});

afterAll(() => {
  receiver?.close();
});

/** Opens the dialog of an action, fills it in and agrees. */
const act = async (page: Page, verb: string, fields: Readonly<Record<string, string>> = {}): Promise<void> => {
  await page
    .getByRole('button', { name: `${verb}…`, exact: true })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value);
  await dialog.getByRole('button', { name: verb, exact: true }).click();
};

/** Reads the secret that is shown, and closes it. */
const keepSecret = async (page: Page): Promise<void> => {
  const shown = page.getByRole('dialog', { name: 'The secret of the endpoint' });
  secret = await shown.locator('code').innerText();
  await shoot(page, 'portal-webhook-secret');
  await shown.getByRole('button', { name: 'I have kept it' }).click();
  // A closed dialog has no role any more, before its content is gone.
  await page.locator('code.secret').waitFor({ state: 'detached' });
};

const attempts = (page: Page) => page.getByRole('region', { name: 'Attempts' }).getByRole('row');

test('an endpoint is added, tested, sent to, repaired and replayed', async () => {
  await portal.open('/webhooks?org=hooked', light, async (page) => {
    await page.getByText('No webhook endpoints here').waitFor();
    await act(page, 'Add endpoint', { Address: url, Description: 'Accounting' });
    await keepSecret(page);
    expect(await page.content()).not.toContain(secret);
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('link', { name: url }).click();

    await act(page, 'Test');
    await page.getByText('Test: done').waitFor();
    expect(await page.getByRole('link', { name: 'What it caused' }).count()).toBe(0);
    await attempts(page).filter({ hasText: 'insight.webhook-test.v1' }).filter({ hasText: 'delivered' }).waitFor();

    status = 500;
    await portal.http.post('/api/policy', { organizationId: 'hooked', ratePerNight: 4.25 });
    const failed = attempts(page).filter({ hasText: 'The answer has the status 500.' }).first();
    await failed.waitFor({ timeout: 30_000 });
    await shoot(page, 'portal-webhook', true);
    expect(await barriers(page)).toEqual([]);

    status = 204;
    await act(page, 'Send again');
    await page.getByText('Send again: one event is sent again').waitFor();
    await eventually('the event came', () =>
      verified.some(({ type }) => type === 'insurance.policy.policy-created.v1'),
    );

    const before = secret;
    await act(page, 'New secret');
    await keepSecret(page);
    expect(secret).not.toBe(before);
    await act(page, 'Pause');
    await page.locator('h1 .state', { hasText: 'paused' }).waitFor();
    await act(page, 'Delete');
    await page.getByText('No webhook endpoints here').waitFor();
  });
});

test('a test that the endpoint does not take is not done, and the dialog gives the reason', async () => {
  const { body } = await portal.http.post('/api/webhook-endpoint', {
    organizationId: 'away',
    url: 'http://127.0.0.1:9/',
  });
  await portal.open(`/webhooks/${body.id}`, light, async (page) => {
    await act(page, 'Test');
    const dialog = page.getByRole('dialog', { name: 'Test' });
    await dialog.getByRole('heading', { name: 'The endpoint did not take it' }).waitFor();
    await shoot(page, 'portal-webhook-test-failed');
    const [attempt] = (await portal.http.get(`/api/webhook-endpoint/${body.id}/attempts`)).body;
    expect(attempt.outcome).toBe('FAILED');
    await dialog.getByText(attempt.error).waitFor();
    expect(await page.getByText('Test: done').count()).toBe(0);
    await page.keyboard.press('Escape');
    await attempts(page).filter({ hasText: 'insight.webhook-test.v1' }).filter({ hasText: 'failed' }).waitFor();
  });
});

test('an address inside is refused in the dialog, and nothing is lost that was typed', async () => {
  await portal.open('/webhooks?org=hooked', light, async (page) => {
    await act(page, 'Add endpoint', { Address: 'https://in side/', 'Event types': 'NOT ONE' });
    for (const fault of ['“Event types” 1 must be', '“Event types” 2 must be'])
      await page.getByRole('listitem').filter({ hasText: fault }).waitFor();
    await page.keyboard.press('Escape');
    await act(page, 'Add endpoint', { Address: 'https://10.0.0.1/' });
    const dialog = page.getByRole('dialog');
    await dialog.getByText('must be a public address').first().waitFor();
    expect(await dialog.getByLabel('Address').inputValue()).toBe('https://10.0.0.1/');
  });
});

test('given another person who changes an endpoint meanwhile, then a dialog changes what was typed in it alone', async () => {
  const { body } = await portal.http.post('/api/webhook-endpoint', { organizationId: 'shared', url });
  const path = `/api/webhook-endpoint/${body.id}`;
  const theirs = { url: `${url}/b`, eventTypes: ['insurance.billing.*'] };
  await portal.open(`/webhooks/${body.id}`, light, async (page) => {
    await press(page, 'Change…');
    const dialog = page.getByRole('dialog', { name: 'Change' });
    await dialog.getByLabel('Description').fill('mine');
    await portal.http.put(path, theirs);
    await press(page, 'Change');
    await dialog.getByText('It was changed meanwhile').waitFor();
    await eventually('the address is the present one', async () => {
      const address = await dialog.getByLabel('Address').inputValue();
      return address === theirs.url;
    });
    expect(await dialog.getByLabel('Event types').inputValue()).toBe('insurance.billing.*');
    expect(await dialog.getByLabel('Description').inputValue()).toBe('mine');
    await press(page, 'Change');
    await dialog.waitFor({ state: 'detached' });
  });
  expect((await portal.http.get(path)).body).toMatchObject({ ...theirs, description: 'mine' });
});

test('an address beyond ASCII is taken', async () => {
  await portal.open('/webhooks?org=umlauts', light, async (page) => {
    await act(page, 'Add endpoint', { Address: 'https://exämple.com/größe' });
    await keepSecret(page);
    const added = page.locator('tbody th a');
    await added.waitFor();
    expect(await added.innerText()).toBe('https://xn--exmple-cua.com/gr%C3%B6%C3%9Fe');
  });
});

test.each([
  ['dark', { ...desktop, colorScheme: 'dark' as const }],
  ['phone', { ...phone, colorScheme: 'light' as const }],
])('has no barriers and fits: %s', async (name, look) => {
  const organizationId = `look-${name}`;
  const { body } = await portal.http.post('/api/webhook-endpoint', { organizationId, url });
  await portal.http.post(`/api/webhook-endpoint/${body.id}/test`);
  await portal.open(`/webhooks/${body.id}`, look, async (page) => {
    await attempts(page).first().waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
    await shoot(page, `portal-webhook-${name}`, true);
    await page.goto(new URL(`/webhooks?org=${organizationId}`, page.url()).href);
    await page.getByRole('link', { name: url }).waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
    await shoot(page, `portal-webhooks-${name}`, true);
  });
});
