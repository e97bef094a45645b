import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startMailServer } from '../../../services/insight/src/testing/mail-server.ts';
import { barriers } from './axe.ts';
import { light, portalForStories, press } from './portal.ts';
import { desktop, isTooWide, phone, shoot } from './visitor.ts';

const mails = await startMailServer();
const portal = portalForStories({ env: { SMTP_URL: mails.url, MAIL_FROM: 'notices@staycover.example' } });

let gone: Server;
let url: string;

beforeAll(async () => {
  gone = createServer((_request, response) => void response.writeHead(410).end());
  gone.listen(0, '127.0.0.1');
  await once(gone, 'listening');
  url = `http://127.0.0.1:${(gone.address() as AddressInfo).port}/`;
});

afterAll(async () => {
  gone?.close();
  await mails.stop();
});

/** Gets an endpoint without a receiver disabled, of which its organization gets a mail. */
const loseEndpoint = async (organizationId: string): Promise<void> => {
  await portal.http.post('/api/webhook-endpoint', { organizationId, url });
  await portal.http.post('/api/policy', { organizationId, ratePerNight: 4.25 });
};

test('an organization gets a contact, then a mail, of which somebody notes that it came back', async () => {
  const email = 'dana@mailed.example';
  await portal.open('/mails?org=mailed', light, async (page) => {
    await page.getByText('No mails here').waitFor();
    await press(page, 'Add contact…');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Mail address').fill(email);
    await dialog.getByRole('button', { name: 'Add contact', exact: true }).click();
    await page.getByRole('button', { name: 'Change contact…' }).waitFor();
    await page.getByText(`Mails to mailed go to ${email}.`).waitFor();

    await loseEndpoint('mailed');
    const [taken] = await mails.next(email);
    expect(taken!.text).toMatch(/^Subject: Events are no longer sent/m);
    await page.reload();
    await page.getByRole('row').filter({ hasText: email }).filter({ hasText: 'sent' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await shoot(page, 'portal-mails');

    await page.getByRole('link', { name: /webhook disabled/i }).click();
    await press(page, 'It came back…');
    await dialog.getByLabel('What the mail that came back says').fill('mailbox full');
    await dialog.getByRole('button', { name: 'It came back', exact: true }).click();
    await page.locator('h1 .state', { hasText: 'bounced' }).waitFor();
    await page.getByText('mailbox full').first().waitFor();
    await shoot(page, 'portal-mail', true);
  });
});

test('a contact with another address gets the notices that it got before', async () => {
  const contact = '/api/mail-contact/moved';
  await portal.http.put(contact, { email: 'dana@moved.example', notices: ['INVOICE_PAST_DUE'] });
  await portal.open('/mails?org=moved', light, async (page) => {
    await press(page, 'Change contact…');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Mail address').fill('sam@moved.example');
    await dialog.getByRole('button', { name: 'Change contact', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  });
  expect((await portal.http.get(contact)).body).toMatchObject({
    email: 'sam@moved.example',
    notices: ['INVOICE_PAST_DUE'],
  });
});

test.each([
  ['dark', { ...desktop, colorScheme: 'dark' as const }],
  ['phone', { ...phone, colorScheme: 'light' as const }],
])('has no barriers and fits: %s', async (name, look) => {
  const organizationId = `mailed-${name}`;
  const email = `dana@${organizationId}.example`;
  await portal.http.put(`/api/mail-contact/${organizationId}`, { email });
  await loseEndpoint(organizationId);
  await mails.next(email);
  await portal.open(`/mails?org=${organizationId}`, look, async (page) => {
    await page.getByRole('link', { name: /webhook disabled/i }).click();
    await page.getByText('Events are no longer sent').first().waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
    await shoot(page, `portal-mail-${name}`, true);
  });
});
