import { copyFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import type { Client } from '@staycover/testing';
import { light, startPortal } from './portal.ts';
import { pictureFile, shoot } from './visitor.ts';

jest.setTimeout(600_000);

const MONTHS = 6;
const CUSTOMERS = ['acme-stays', 'harbor-homes', 'pine-lodges'];
const TOWNS = ['Tampa', 'Miami', 'Orlando', 'Key West'];
/** Half a page of README. */
const MOST_BYTES = 150_000;

/** A policy that is in force, with some houses. */
const createPolicy = async (http: Client, organizationId: string, houses: number): Promise<void> => {
  const coverageElections = Array.from({ length: houses }, (_, i) => ({
    electionId: `el-${i}`,
    scopeType: 'PROPERTY',
    scopeId: `p-${i}`,
    action: 'INCLUDE',
    property: { propertyId: `p-${i}`, propertyName: `${TOWNS[i % TOWNS.length]} ${i + 1}`, state: 'FL' },
  }));
  const terms = { organizationId, name: `Houses of ${organizationId}`, ratePerNight: 4.25, lossFundRatePerNight: 1.1 };
  const { body } = await http.post('/api/policy', { ...terms, coverageElections });
  await http.patch(`/api/policy/${body.id}/status`, { status: 'ACTIVE' });
};

/** What was drafted is sent, and most of what was sent is paid. */
const settle = async (http: Client): Promise<void> => {
  const sent = (await http.get('/api/invoice?status=SENT')).body as { id: string }[];
  for (const [i, { id }] of sent.entries())
    if (i % 4 !== 0) await http.patch(`/api/invoice/${id}/status`, { status: 'PAID' });
  const drafts = (await http.get('/api/invoice?status=DRAFT')).body as { id: string; total: number }[];
  for (const { id, total } of drafts) if (total > 0) await http.patch(`/api/invoice/${id}/status`, { status: 'SENT' });
};

test('months of a small business, as the README shows them', async () => {
  const portal = await startPortal({ sandbox: true });
  const { http } = portal;
  try {
    for (const [i, customer] of CUSTOMERS.entries()) await createPolicy(http, customer, 2 + 3 * i);
    for (let month = 0; month < MONTHS; month += 1) {
      await http.raw('POST', '/sandbox/clock', '{"advanceDays":30}', { 'content-type': 'application/json' });
      await settle(http);
    }
    await portal.open('/', { ...light, viewport: { width: 1280, height: 800 } }, async (page) => {
      await page.getByRole('img', { name: 'Billed by month, with tax, as bars' }).waitFor();
      await page.getByText('live', { exact: true }).waitFor();
      await shoot(page, 'readme');
    });
  } finally {
    await portal.stop();
  }
  expect(statSync(pictureFile('readme.png')).size).toBeLessThan(MOST_BYTES);
  if (process.env['WRITE_PICTURE'] !== undefined)
    copyFileSync(pictureFile('readme.png'), resolve(import.meta.dirname, '../../../docs/portal.png'));
});
