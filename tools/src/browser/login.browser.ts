import { describe, expect, test } from '@jest/globals';
import { eventually } from '@staycover/testing';
import type { Page } from 'playwright-core';
import { barriers } from './axe.ts';
import { button, light, portalForStories, signInAs } from './portal.ts';
import { shoot } from './visitor.ts';

const portal = portalForStories({ auth: true });

const asOps = () => ({ authorization: `Bearer ${portal.platform.auth!.tokens.ops}` });

const createPolicy = async (organizationId: string): Promise<string> =>
  (await portal.http.post('/api/policy', { organizationId, ratePerNight: 4.25 }, asOps())).body.id;

const createInvoice = async (organizationId: string): Promise<string> =>
  (await portal.http.post(`/api/invoice/generate/${await createPolicy(organizationId)}`, {}, asOps())).body.id;

/** A token is accepted a little longer than its lifetime, to tolerate clock skew. */
const SECONDS = 2;

describe('a person who is not signed in', () => {
  test('sees nothing, signs in, and is back at the page that was asked for', async () => {
    const policy = await createPolicy('acme');
    await portal.open(`/policies/${policy}?org=acme`, light, async (page) => {
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await shoot(page, 'portal-signed-out');
      expect(await page.locator('header, main').getByRole('button').allInnerTexts()).toEqual(['Sign in']);
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(await barriers(page)).toEqual([]);
      await signInAs(page, 'acme');
      await page.getByRole('heading', { name: /^POL-/ }).waitFor();
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/policies/${policy}?org=acme`);
      await shoot(page, 'portal-signed-in');
    });
  });
});

test('a sign-in that fails gives its reason', async () => {
  await portal.open('/policies', light, async (page) => {
    const refusal = page.getByRole('dialog', { name: 'You are not signed in' });
    await page.route('**/token', (route) =>
      route.fulfill({ status: 400, json: { error: 'invalid_grant', error_description: 'The code has ended.' } }),
    );
    await button(page, 'Sign in').click();
    await page.getByRole('link', { name: 'acme', exact: true }).click();
    await refusal.getByText('The issuer refused it: The code has ended.').waitFor();
    expect(await barriers(page)).toEqual([]);
    await shoot(page, 'portal-sign-in-refused');
    await page.unrouteAll({ behavior: 'wait' });
    await refusal.getByRole('button', { name: 'Close' }).click();
    await button(page, 'Sign in').click();
    await button(page, 'Sign out').waitFor();
  });
});

test('a page that is loaded again asks the issuer, not the person; a sign-out ends that', async () => {
  await portal.open('/policies', light, async (page) => {
    await signInAs(page, 'underwriter');
    await page.reload();
    await button(page, 'Sign out').waitFor();
    expect(new URL(page.url()).pathname).toBe('/policies');
    await button(page, 'Sign out').click();
    await button(page, 'Sign in').waitFor();
  });
});

test('a sign-out leaves nothing to see, also where the issuer has no page for it', async () => {
  const policy = await createPolicy('acme');
  await portal.open(`/policies/${policy}`, light, async (page) => {
    await page.route('**/.well-known/**', async (route) => {
      const response = await route.fetch();
      const { end_session_endpoint: _gone, ...json } = (await response.json()) as Record<string, unknown>;
      await route.fulfill({ response, json });
    });
    await signInAs(page, 'acme');
    await page.getByRole('heading', { name: /^POL-/ }).waitFor();
    await button(page, 'Sign out').click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.getByRole('heading', { name: /^POL-/ }).count()).toBe(0);
    await button(page, 'Sign in').waitFor();
    await page.reload();
    await button(page, 'Sign in').click();
    await page.getByRole('link', { name: 'globex', exact: true }).click();
    await page.getByText('It is not there, or it is of another organization.').waitFor();
  });
});

test('a sign-out ends the session of every tab, and what renews it', async () => {
  const policy = await createPolicy('acme');
  await portal.open(`/policies/${policy}`, light, async (page) => {
    await signInAs(page, 'acme');
    const other = await page.context().newPage();
    const revoked = other.waitForResponse((response) => response.url().endsWith('/revoke'));
    await other.goto(page.url());
    await other.getByRole('heading', { name: /^POL-/ }).waitFor();
    await button(page, 'Sign out').click();
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await other.getByRole('heading', { name: /^POL-/ }).count()).toBe(0);
    expect((await revoked).status()).toBe(200);
  });
});

test('a sign-out closes what other tabs have open, with what was typed, and takes their notices', async () => {
  const invoice = await createInvoice('acme');
  await portal.open(`/invoices/${invoice}`, light, async (page) => {
    await signInAs(page, 'finance');
    const other = await page.context().newPage();
    await other.goto(page.url());
    const dialog = other.getByRole('dialog', { name: 'Add line' });
    await button(other, 'Add line…').click();
    await dialog.getByLabel('Description').fill('Goodwill');
    await dialog.getByLabel(/^Amount/).fill('-10.00');
    await dialog.getByRole('button', { name: 'Add line', exact: true }).click();
    const notice = other.getByText('Add line: done');
    await notice.waitFor();
    await button(other, 'Add line…').click();
    await dialog.getByLabel('Description').fill('Refund to Dana Reyes');
    await button(page, 'Sign out').click();
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await dialog.count()).toBe(0);
    expect(await notice.count()).toBe(0);
  });
});

test('a member sees no picker, and nothing of another organization', async () => {
  const foreign = await createPolicy('globex');
  await portal.open(`/policies/${foreign}`, light, async (page) => {
    await signInAs(page, 'acme');
    await page.getByText('It is not there, or it is of another organization.').waitFor();
    expect(await page.getByRole('combobox', { name: 'Organization', exact: true }).count()).toBe(0);
    await page.getByRole('link', { name: 'Policies' }).click();
    await page.getByRole('heading', { name: 'Policies', exact: true }).waitFor();
    expect(await page.locator(`a[href*="${foreign}"]`).count()).toBe(0);
  });
});

test.each([
  ['Account', 'Account of acme'],
  ['Deals', 'No deals of acme'],
])('a member of one organization is not asked of which one: %s', async (link, shown) => {
  await portal.open('/policies', light, async (page) => {
    await signInAs(page, 'acme');
    await page.getByRole('link', { name: link, exact: true }).click();
    await page.getByRole('heading', { name: shown, exact: true }).waitFor();
    expect(await page.getByText('of which organization?').count()).toBe(0);
  });
});

test('a member whom an address leads to another organization gets out of it', async () => {
  const policy = await createPolicy('acme');
  await portal.open('/policies?org=globex', light, async (page) => {
    await signInAs(page, 'acme');
    const picker = page.getByRole('combobox', { name: 'Organization', exact: true });
    await picker.fill('');
    await picker.press('Enter');
    await page.locator(`tbody a[href*="${policy}"]`).waitFor();
    expect(await picker.count()).toBe(0);
  });
});

/** Adds a line as the session ends: the page keeps what was typed, and asks to sign in again. */
const addLineAtTheEnd = async (page: Page) => {
  await button(page, 'Add line…').click();
  const dialog = page.getByRole('dialog', { name: 'Add line' });
  await dialog.getByLabel('Description').fill('Goodwill');
  await dialog.getByLabel(/^Amount/).fill('-10.00');
  // A token that ended and an issuer that renews none: as they answer it. Reads go on, for the page reads again by itself.
  await page.route('**/token', (route) => route.fulfill({ status: 400 }));
  await page.route('**/api/**', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 401 }) : route.continue(),
  );
  await dialog.getByRole('button', { name: 'Add line', exact: true }).click();
  const ended = page.getByRole('dialog', { name: 'Your session has ended' });
  await ended.waitFor();
  await shoot(page, 'portal-session-ended');
  await page.unrouteAll();
  return { dialog, signInAgain: ended.getByRole('button', { name: 'Sign in again' }), ended };
};

test('a session that ends keeps what was typed, and goes on after a sign-in in another window', async () => {
  const invoice = await createInvoice('acme');
  await portal.open(`/invoices/${invoice}`, light, async (page) => {
    await signInAs(page, 'finance');
    const { dialog, signInAgain, ended } = await addLineAtTheEnd(page);
    await signInAgain.click();
    await ended.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Add line', exact: true }).click();
    await page.getByRole('rowheader', { name: 'Goodwill' }).waitFor();
  });
  const { body } = await portal.http.get(`/api/invoice/${invoice}`, asOps());
  expect(body.lineItems).toMatchObject([{ description: 'Goodwill', amount: -10 }]);
});

test('another person who signs in then finds nothing of what was open', async () => {
  const invoice = await createInvoice('acme');
  await portal.open(`/invoices/${invoice}`, light, async (page) => {
    await signInAs(page, 'finance');
    const { dialog, signInAgain } = await addLineAtTheEnd(page);
    await page.context().clearCookies();
    const [issuer] = await Promise.all([page.waitForEvent('popup'), signInAgain.click()]);
    await issuer.getByRole('link', { name: 'adjuster', exact: true }).click();
    await page.locator('.who', { hasText: 'adjuster' }).waitFor();
    await page.getByRole('heading', { name: /^INV-/ }).waitFor();
    expect(await dialog.count()).toBe(0);
  });
});

test('a token that ends is renewed without a word, and the stream goes on', async () => {
  const { issuer } = portal.platform.auth!;
  await portal.open('/policies', light, async (page) => {
    let renewals = 0;
    await page.route('**/token', async (route) => {
      const answer = await route.fetch();
      const given = (await answer.json()) as object;
      const isFirst = !route.request().postData()!.includes('refresh_token=');
      if (!isFirst) renewals += 1;
      const short = { sub: 'underwriter@staycover', org: '*', roles: ['read', 'write', 'underwrite'], lasts: SECONDS };
      const tokens = isFirst ? { ...given, access_token: await issuer.token(short) } : given;
      await route.fulfill({ response: answer, json: tokens });
    });
    await signInAs(page, 'underwriter');
    await page.getByText('live', { exact: true }).waitFor();
    await eventually('the token was renewed', () => renewals > 0, 60_000);
    await page.getByText('live', { exact: true }).waitFor();
    const id = await createPolicy('acme');
    await page
      .locator(`a[href*="${id}"]`)
      .or(page.getByRole('button', { name: /newer/ }))
      .first()
      .waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(renewals).toBe(1);
  });
});
