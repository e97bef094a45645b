import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { barriers } from './axe.ts';
import { button, light, portalForStories, signInAs } from './portal.ts';
import { shoot } from './visitor.ts';

const portal = portalForStories({ auth: true });

const asOps = () => ({ authorization: `Bearer ${portal.platform.auth!.tokens.ops}` });

const createInvoice = async (organizationId: string): Promise<string> => {
  const { body: policy } = await portal.http.post('/api/policy', { organizationId, ratePerNight: 4.25 }, asOps());
  return (await portal.http.post(`/api/invoice/generate/${policy.id}`, {}, asOps())).body.id;
};

/** Sends the calls of the start page, one after the other. */
const sendAll = async (page: Page): Promise<void> => {
  for (let step = 0; step < 6; step += 1) {
    await button(page, 'Send').click();
    await page.locator('.steps > li').nth(step).getByText('as expected').waitFor();
  }
};

test('who only reads is offered no action', async () => {
  const invoice = await createInvoice('acme');
  await portal.open(`/invoices/${invoice}`, light, async (page) => {
    await signInAs(page, 'adjuster');
    await page.getByRole('heading', { name: /^INV-/ }).waitFor();
    expect(await page.getByRole('button', { name: /…$/ }).count()).toBe(0);
    for (const [path, shown] of [
      ['/webhooks', 'No webhook endpoints here'],
      ['/mails?org=acme', 'No mails here'],
      ['/renewals?view=run', 'It runs every day by itself'],
    ] as const) {
      await page.goto(new URL(path, page.url()).href);
      await page.getByRole('heading', { name: shown }).waitFor();
      expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
    }
  });
});

test('who is of one organization reads its name above the overview', async () => {
  await portal.open('/', light, async (page) => {
    await signInAs(page, 'acme');
    await page.getByRole('main').getByText('acme', { exact: true }).waitFor();
    expect(await page.getByText('All organizations').count()).toBe(0);
  });
});

test('who opens a page of another role reads once which role it needs', async () => {
  const readOnce = async (page: Page): Promise<void> => {
    await signInAs(page, 'acme');
    const refusal = page.getByRole('alert');
    await refusal.waitFor();
    expect((await refusal.innerText()).match(/the role ops/g)).toHaveLength(1);
  };
  await portal.open('/operations', light, readOnce, / 403 \(Forbidden\) /);
});

test.each([
  ['acme', 'underwrite and finance'],
  ['underwriter', 'finance'],
  ['finance', 'underwrite and write'],
])(
  'who may not send all calls of a first visit reads which roles are missing, and has them for a shell: %s',
  async (person, missing) => {
    await portal.open('/start?org=acme', light, async (page) => {
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await signInAs(page, person);
      await page.getByText(`You do not have ${missing}:`).waitFor();
      expect(await page.locator('.steps pre', { hasText: 'curl -X' }).count()).toBe(6);
      expect(await page.getByRole('button', { name: /^Send|^Begin/ }).count()).toBe(0);
      expect(await barriers(page)).toEqual([]);
      await shoot(page, `portal-start-refused-${person}`, true);
    });
  },
);

test('the roles that the start page names are enough, and a sign-out leaves nothing of what was sent', async () => {
  const { issuer } = portal.platform.auth!;
  await portal.open('/start?org=acme', light, async (page) => {
    await page.route('**/token', async (route) => {
      const response = await route.fetch();
      const roles = ['read', 'underwrite', 'write', 'finance'];
      const access_token = await issuer.token({ sub: 'lead@acme', org: 'acme', roles, lasts: 600 });
      await route.fulfill({ response, json: { ...((await response.json()) as object), access_token } });
    });
    await signInAs(page, 'acme');
    await sendAll(page);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await button(other, 'Sign out').click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.locator('.steps').getByText('as expected').count()).toBe(0);
  });
});

test.each([
  ['/policies', 'No policies here', 'A closed deal makes'],
  ['/deals', 'No deals of globex', 'They come from the CRM, signed.'],
  ['/invoices', 'No invoices here', 'by people with the role finance.'],
  ['/events', 'Nothing has happened yet', 'What happens shows here at once.'],
  ['/webhooks', 'No webhook endpoints here', 'People with the role ops can add one here.'],
  ['/mails', 'No mails here', 'People with the role ops can name a contact here'],
])('an empty list offers a customer nothing that is refused: %s', async (path, title, words) => {
  await portal.open(path, light, async (page) => {
    await signInAs(page, 'globex');
    await page.getByRole('heading', { name: title, exact: true }).waitFor();
    const main = page.getByRole('main');
    await main.getByText(words).waitFor();
    expect(await main.locator('a[href^="/start"]').count()).toBe(0);
  });
});

test('a contact that cannot be read gives its reason', async () => {
  await portal.open('/mails?org=acme', light, async (page) => {
    await signInAs(page, 'ops');
    await page.route('**/api/mail-contact/*', (route) =>
      route.fulfill({ status: 409, json: { title: 'No contact now' } }),
    );
    await page.reload();
    await page.getByRole('heading', { name: 'No contact now' }).waitFor();
    await shoot(page, 'portal-mails-refused');
    // The answer changes after the click only: a page asks by itself every 15 s, too, and the button goes with a good answer.
    const asked = page.waitForRequest('**/api/mail-contact/*');
    await button(page, 'Try again').click();
    await asked;
    await page.unrouteAll();
    await button(page, 'Add contact…').waitFor();
    expect(await page.getByRole('heading', { name: 'No contact now' }).count()).toBe(0);
  });
});

test('a first visit leads to a paid invoice of the organization that is looked at', async () => {
  await portal.open('/start?org=globex', light, async (page) => {
    await signInAs(page, 'ops');
    await sendAll(page);
    await page.getByText('reserve split', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Overview of globex' }).waitFor();
  });
  const { body } = await portal.http.get('/api/invoice?organizationId=globex&status=PAID', asOps());
  expect(body).toHaveLength(1);
});
