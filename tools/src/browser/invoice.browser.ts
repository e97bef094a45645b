import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type Client, httpClient } from '@staycover/testing';
import { desktop, isTooWide, phone, pictureFile, shoot, startVisitor, type Visitor } from './visitor.ts';

jest.setTimeout(180_000);

let visitor: Visitor;
let http: Client;

beforeAll(async () => {
  visitor = await startVisitor();
  http = httpClient(visitor.platform.gatewayUrl);
});

afterAll(() => visitor?.stop());

const HOUSES = [
  'Beach House',
  'Łódź Loft & Garden',
  'بيت الشاطئ',
  'A house whose name goes on about its view, its two terraces and the garden behind it',
];

/** An invoice over the months since the first of the term, for every house, with a discount. */
const invoiceIn = async (currency: string, rate: number): Promise<string> => {
  const since = Temporal.Now.plainDateISO('UTC').subtract({ months: 4 }).toString();
  const elect = (name: string, i: number) => ({
    electionId: `e${i}`,
    scopeType: 'PROPERTY',
    scopeId: `p${i}`,
    action: 'INCLUDE',
    effectiveFrom: since,
    property: { propertyId: `p${i}`, propertyName: name },
  });
  const terms = {
    organizationId: `in-${currency}`,
    currency,
    ratePerNight: rate,
    termStart: since,
    coverageElections: HOUSES.map(elect),
  };
  const { body: policy } = await http.post('/api/policy', terms);
  const { body: invoice } = await http.post(`/api/invoice/generate/${policy.id}`);
  await http.post(`/api/invoice/${invoice.id}/line-items`, {
    description: 'Early booking',
    amountPennies: -1_500,
    category: 'CREDIT',
  });
  await http.patch(`/api/invoice/${invoice.id}/status`, { status: 'SENT' });
  return `/api/invoice/${invoice.id}`;
};

describe.each([
  ['USD', 4.25, '-$15.00'],
  ['JPY', 481, '-¥1,500'],
  ['KWD', 1.2355, '-KWD 1.500'],
])('an invoice in %s', (currency, rate, discount) => {
  let path: string;

  beforeAll(async () => {
    path = await invoiceIn(currency, rate);
  });

  test.each([
    ['a desktop', 'desktop', desktop],
    ['a phone', 'phone', phone],
  ])('is a page that fits %s', async (_where, name, look) => {
    await visitor.open(path, look, async (page) => {
      expect(await isTooWide(page)).toBe(false);
      const text = (await page.locator('body').innerText()).replaceAll('\u00a0', ' ');
      for (const part of [...HOUSES, discount, 'Insurance premium', 'Tax', 'Total']) expect(text).toContain(part);
      await shoot(page, `invoice-${currency}-${name}`, true);
    });
  });

  test('is a PDF, and a picture of it where pdftoppm is installed', async () => {
    const answer = await fetch(visitor.platform.gatewayUrl + path, { headers: { accept: 'application/pdf' } });
    const file = pictureFile(`invoice-${currency}.pdf`);
    writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    if (spawnSync('which', ['pdftoppm']).status === 0)
      execFileSync('pdftoppm', ['-r', '80', '-png', file, file.replace('.pdf', '-page')]);
  });
});
