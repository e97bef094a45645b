import { expect, test } from '@jest/globals';
import { barriers } from './axe.ts';
import { draft, light, portalForStories, press } from './portal.ts';
import { shoot } from './visitor.ts';

const portal = portalForStories({ sandbox: true });

const today = async (): Promise<Temporal.PlainDate> => {
  const { now } = (await portal.http.get('/sandbox/clock')).body as { now: string };
  return Temporal.Instant.from(now).toZonedDateTimeISO('UTC').toPlainDate();
};

test('a month is played: the day moves on, and what the calendar does shows by itself', async () => {
  const { policy, invoice } = await draft(portal.http, 'plays');
  await portal.http.patch(`/api/policy/${policy}/status`, { status: 'ACTIVE' });
  await portal.http.patch(`/api/invoice/${invoice}/status`, { status: 'SENT' });
  await portal.open('/invoices?org=plays', light, async (page) => {
    const clock = page.getByRole('region', { name: 'Sandbox clock' });
    await clock.getByText(/^Today is \d/).waitFor();
    const before = await today();
    await press(page, '+1 day');
    await clock.getByText(`Today is ${before.add({ days: 1 }).day} `).waitFor();
    await press(page, 'Next month');
    await clock.getByText('Today is 1 ').waitFor({ timeout: 60_000 });
    expect((await today()).day).toBe(1);
    // The month that ended is billed in its night; that comes by itself.
    await press(page, '+1 week');
    await clock.getByText('Today is 8 ').waitFor({ timeout: 60_000 });
    await press(page, 'Next month');
    await clock.getByText('Today is 1 ').waitFor({ timeout: 60_000 });
    await press(page, '+1 week');
    await clock.getByText('Today is 8 ').waitFor({ timeout: 60_000 });
    await page.getByText('past due').nth(1).waitFor();
    await page.getByRole('button', { name: /newer/ }).waitFor();
    await shoot(page, 'portal-sandbox', true);
    expect(await barriers(page)).toEqual([]);
  });
});
