import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Client } from '@staycover/testing';
import type { Page } from 'playwright-core';
import { barriers } from './axe.ts';
import { light, startPortal } from './portal.ts';
import { shoot, type Visitor } from './visitor.ts';

jest.setTimeout(180_000);

let visitor: Visitor;
let http: Client;
let asOps: { authorization: string };

beforeAll(async () => {
  ({ visitor, http } = await startPortal({ auth: true }));
  asOps = { authorization: `Bearer ${visitor.platform.auth!.tokens.ops}` };
});

afterAll(() => visitor?.stop());

const policyOf = async (organizationId: string): Promise<string> =>
  (await http.post('/api/policy', { organizationId, ratePerNight: 4.25 }, asOps)).body.id;

const invoiceOf = async (organizationId: string): Promise<string> =>
  (await http.post(`/api/invoice/generate/${await policyOf(organizationId)}`, {}, asOps)).body.id;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Picks a person at the issuer, and is back at the page that was asked for. */
const signInAs = async (page: Page, person: string): Promise<void> => {
  await button(page, 'Sign in').click();
  await page.getByRole('link', { name: person, exact: true }).click();
  await button(page, 'Sign out').waitFor();
};

describe('a person who is not signed in', () => {
  test('sees nothing, signs in, and is back at the page that was asked for', async () => {
    const policy = await policyOf('acme');
    await visitor.open(`/policies/${policy}?org=acme`, light, async (page) => {
      await page.getByText('The platform asks for credentials').waitFor();
      await shoot(page, 'portal-signed-out');
      expect(await barriers(page)).toEqual([]);
      await signInAs(page, 'acme');
      await page.getByRole('heading', { name: /^POL-/ }).waitFor();
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/policies/${policy}?org=acme`);
      await shoot(page, 'portal-signed-in');
    });
  });
});

test('a page that is loaded again asks the issuer, not the person; a sign-out ends that', async () => {
  await visitor.open('/policies', light, async (page) => {
    await signInAs(page, 'underwriter');
    await page.reload();
    await button(page, 'Sign out').waitFor();
    expect(new URL(page.url()).pathname).toBe('/policies');
    await button(page, 'Sign out').click();
    await button(page, 'Sign in').waitFor();
  });
});

test('a member sees no picker, and nothing of another organization', async () => {
  const foreign = await policyOf('globex');
  await visitor.open(`/policies/${foreign}`, light, async (page) => {
    await signInAs(page, 'acme');
    await page.getByText('It is not there, or it is of another organization.').waitFor();
    expect(await page.getByRole('searchbox', { name: 'Organization' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Policies' }).click();
    await page.getByRole('heading', { name: 'Policies', exact: true }).waitFor();
    expect(await page.locator(`a[href*="${foreign}"]`).count()).toBe(0);
  });
});

test('a session that ends keeps what was typed, and goes on after a sign-in in another window', async () => {
  const invoice = await invoiceOf('acme');
  await visitor.open(`/invoices/${invoice}`, light, async (page) => {
    await signInAs(page, 'finance');
    await button(page, 'Add line…').click();
    const dialog = page.getByRole('dialog', { name: 'Add line' });
    await dialog.getByLabel('Description').fill('Goodwill');
    await dialog.getByLabel(/^Amount/).fill('-10.00');
    // A token that ended and an issuer that renews none: as they answer it.
    const refuse = (status: number) => (route: { fulfill: (answer: { status: number }) => Promise<void> }) =>
      route.fulfill({ status });
    await page.route('**/token', refuse(400));
    await page.route('**/api/**', refuse(401));
    await dialog.getByRole('button', { name: 'Add line', exact: true }).click();
    const ended = page.getByRole('dialog', { name: 'Your session has ended' });
    await ended.waitFor();
    await shoot(page, 'portal-session-ended');
    await page.unrouteAll();
    await ended.getByRole('button', { name: 'Sign in again' }).click();
    await ended.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Add line', exact: true }).click();
    await page.getByRole('rowheader', { name: 'Goodwill' }).waitFor();
  });
  const { body } = await http.get(`/api/invoice/${invoice}`, asOps);
  expect(body.lineItems).toMatchObject([{ description: 'Goodwill', amount: -10 }]);
});

test('who only reads is offered no action', async () => {
  const invoice = await invoiceOf('acme');
  await visitor.open(`/invoices/${invoice}`, light, async (page) => {
    await signInAs(page, 'adjuster');
    await page.getByRole('heading', { name: /^INV-/ }).waitFor();
    expect(await page.getByRole('button', { name: /…$/ }).count()).toBe(0);
  });
});
