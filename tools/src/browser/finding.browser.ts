import { expect, test } from '@jest/globals';
import { eventually } from '@staycover/testing';
import { addEvents } from '../testing/rows-at-once.ts';
import { draft as createDraft, light, portalForStories, press, settled } from './portal.ts';

const portal = portalForStories();

const draft = (organizationId: string) => createDraft(portal.http, organizationId);

test('events that are paused stay as they are, and are filtered all the same', async () => {
  const { invoice } = await draft('pauses');
  await portal.http.patch(`/api/invoice/${invoice}/status`, { status: 'SENT' });
  await portal.open('/events?org=pauses', light, async (page) => {
    const created = page.getByRole('link', { name: 'policy-created' });
    const sent = page.getByRole('link', { name: 'invoice-sent' });
    const services = page.getByRole('navigation', { name: 'Services' });
    await sent.waitFor();
    await press(page, 'Pause');
    await services.getByRole('link', { name: 'policy' }).click();
    await sent.waitFor({ state: 'detached' });
    await created.waitFor();
    await services.getByRole('link', { name: 'All' }).click();
    await sent.waitFor();
    await draft('pauses');
    expect(await created.count()).toBe(1);
    await press(page, 'Go on');
    await created.nth(1).waitFor();
  });
});

test('an event that is read stays open while others take its row', async () => {
  await draft('flows');
  await portal.open('/events?org=flows', light, async (page) => {
    await page.getByText('live', { exact: true }).waitFor();
    await press(page, 'Payload of policy-created');
    const dialog = page.getByRole('dialog', { name: 'policy-created' });
    await dialog.getByText('insurance.policy.policy-created.v1').first().waitFor();
    await addEvents(portal.platform.databases['insight']!, 'flows', 60);
    await page.getByRole('link', { name: 'policy-created', includeHidden: true }).waitFor({ state: 'detached' });
    expect(await dialog.isVisible()).toBe(true);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
  });
});

test('a name that no event has is refused in its field, and goes into no command', async () => {
  await portal.open(`/events?name=${encodeURIComponent("x'; id; '")}`, light, async (page) => {
    await page.getByText("nats sub 'insurance.*.*.*'").waitFor();
    const name = page.getByRole('searchbox', { name: 'Name of the events' });
    await name.fill('Invoice sent');
    await name.press('Enter');
    expect(await page.locator('input[name=name]:invalid').count()).toBe(1);
    await name.fill('invoice-sent');
    await name.press('Enter');
    await page.getByText("nats sub 'insurance.*.invoice-sent.*'").waitFor();
  });
});

test('Enter waits for what is found for all of the text, and not only for how it begins', async () => {
  const [first, second] = [await draft('finds'), await draft('finds')];
  const readReference = async ({ invoice }: { invoice: string }): Promise<string> =>
    (await portal.http.get(`/api/invoice/${invoice}`)).body.invoiceReference;
  await eventually('both are found', async () => {
    const found = await Promise.all(
      [first, second].map(async (one) => portal.http.get(`/api/search?q=${await readReference(one)}`)),
    );
    return found.every(({ body }) => body.length === 1);
  });
  await portal.open('/?org=finds', light, async (page) => {
    await settled(page);
    await page.keyboard.press('/');
    await page.keyboard.type('inv');
    await page.getByRole('option').first().getByText('invoice of finds').waitFor();
    const held = Promise.withResolvers<void>();
    await page.route('**/api/search?**', async (route) => {
      await held.promise;
      await route.continue();
    });
    const reference = await readReference(first);
    await page.getByRole('dialog').getByRole('combobox').fill(reference);
    await page.keyboard.press('Enter');
    held.resolve();
    await page.waitForURL('**/invoices/**');
    expect(new URL(page.url()).pathname).toBe(`/invoices/${first.invoice}`);
  });
});
