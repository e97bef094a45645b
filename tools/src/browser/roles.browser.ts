import { expect, test } from '@jest/globals';
import { light, portalForStories, signInAs } from './portal.ts';

const portal = portalForStories({ auth: true });

const asOps = () => ({ authorization: `Bearer ${portal.platform.auth!.tokens.ops}` });

const createInvoice = async (organizationId: string): Promise<string> => {
  const { body: policy } = await portal.http.post('/api/policy', { organizationId, ratePerNight: 4.25 }, asOps());
  return (await portal.http.post(`/api/invoice/generate/${policy.id}`, {}, asOps())).body.id;
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

test('a first visit leads to a paid invoice of the organization that is looked at', async () => {
  await portal.open('/start?org=globex', light, async (page) => {
    await signInAs(page, 'ops');
    for (let step = 0; step < 6; step += 1) {
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.locator('.steps > li').nth(step).getByText('as expected').waitFor();
    }
    await page.getByText('reserve split', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Overview of globex' }).waitFor();
  });
  const { body } = await portal.http.get('/api/invoice?organizationId=globex&status=PAID', asOps());
  expect(body).toHaveLength(1);
});
