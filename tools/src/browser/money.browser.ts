import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { light, portalForStories } from './portal.ts';
import { phone } from './visitor.ts';

const portal = portalForStories();

/** An invoice that was sent. */
const sendInvoice = async (organizationId: string, currency: string, propertyId = 'p-1') => {
  const { body: policy } = await portal.http.post('/api/policy', {
    organizationId,
    currency,
    productLine: propertyId,
    ratePerNight: 450,
    enrolledProperties: [{ propertyId }],
  });
  const { body: invoice } = await portal.http.post(`/api/invoice/generate/${policy.id}`);
  await portal.http.patch(`/api/invoice/${invoice.id}/status`, { status: 'SENT' });
  return invoice as { id: string; organizationPolicyId: string; invoiceReference: string; total: number };
};

test('the overview begins with the currency of the most invoices, and the address keeps another that is chosen', async () => {
  await sendInvoice('currencies', 'EUR');
  for (const property of ['p-2', 'p-3']) await sendInvoice('currencies', 'USD', property);
  await portal.open('/?org=currencies', light, async (page) => {
    const chosen = page.getByLabel('Currency');
    const billed = page.locator('.chart', { hasText: 'Billed by month, with tax' });
    await billed.getByText(/ USD$/).first().waitFor();
    expect(await chosen.inputValue()).toBe('USD');
    await chosen.selectOption('EUR');
    await page.waitForURL('**/?org=currencies&currency=EUR');
    await page.getByRole('link', { name: 'Policies', exact: true }).click();
    await page.getByRole('heading', { name: 'Policies', exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('?org=currencies');
    await page.goBack();
    await billed.getByText(/ EUR$/).first().waitFor();
    expect(await chosen.inputValue()).toBe('EUR');
  });
});

test('a credit note is not among the invoices that wait to be paid, and is not due', async () => {
  const invoice = await sendInvoice('credited', 'USD');
  const note = { ...invoice, id: 'n-1', invoiceReference: 'INV-2026-999999', documentType: 'CREDIT_NOTE' };
  await portal.open('/?org=credited', light, async (page) => {
    await page.route('**/api/invoice?*', async (route) => {
      const response = await route.fetch();
      const [sent] = (await response.json()) as object[];
      await route.fulfill({ response, json: [{ ...sent, ...note, status: 'SENT' }, sent] });
    });
    await page.reload();
    await page.getByRole('rowheader', { name: invoice.invoiceReference }).waitFor();
    expect(await page.getByText(note.invoiceReference).count()).toBe(0);
    await page.getByRole('link', { name: 'Invoices', exact: true }).click();
    const cells = page.getByRole('row', { name: note.invoiceReference }).getByRole('cell');
    await cells.first().waitFor();
    expect((await cells.allInnerTexts())[3]).toBe('–');
    await page.route(`**/api/invoice/${note.id}?*`, (route) => route.fulfill({ json: { ...note, status: 'SENT' } }));
    await page.getByRole('link', { name: note.invoiceReference }).click();
    await page.getByText('Credit note to credited').waitFor();
    expect(await page.locator('dl.facts dt').allInnerTexts()).not.toContain('Due');
  });
});

const yen = (amount: number): string => `${amount.toLocaleString('en')} JPY`;

/** The cells of each row of the ledger that is shown, the oldest row first: what happened, to what, and by how much. */
const ledgerRows = async (page: Page): Promise<string[][]> => {
  const rows = await page.locator('tbody tr').all();
  return (await Promise.all(rows.map((row) => row.getByRole('cell').allInnerTexts()))).toReversed();
};

test('the money of an invoice adds up to what is due of it, and the ledger of its account to what is owed', async () => {
  const { id, invoiceReference, total } = await sendInvoice('adds-up', 'JPY');
  const payment = { organizationId: 'adds-up', currency: 'JPY', amountPennies: 100, invoiceIds: [id] };
  const { paymentReference } = (await portal.http.post('/api/payment', payment)).body;
  const moved = `100 JPY of ${paymentReference} → ${invoiceReference}`;
  await portal.open(`/invoices/${id}?view=money`, light, async (page) => {
    await page.getByRole('cell', { name: 'Applied' }).waitFor();
    expect(await ledgerRows(page)).toEqual([
      ['Billed', invoiceReference, yen(total)],
      ['Applied', moved, '−100 JPY'],
    ]);
    await page.goto(new URL('/account?org=adds-up', page.url()).href);
    await page.getByRole('cell', { name: 'Applied' }).waitFor();
    expect(await ledgerRows(page)).toEqual([
      ['Billed', invoiceReference, yen(total)],
      ['Money in', paymentReference, '−100 JPY'],
      ['Applied', moved, '–'],
    ]);
    await page.getByRole('heading', { name: `${yen(total - 100)} owed` }).waitFor();
  });
});

test('an account that has paid more than it owes is in credit in words, without a sign', async () => {
  const { total } = await sendInvoice('in-credit', 'JPY');
  await portal.http.post('/api/payment', {
    organizationId: 'in-credit',
    currency: 'JPY',
    amountPennies: total + 5_000,
  });
  await portal.open('/account?org=in-credit', light, async (page) => {
    const balance = page.getByRole('heading', { level: 2 }).first();
    await balance.waitFor();
    expect(await balance.innerText()).toBe('5,000 JPY in favor of in-credit');
  });
});

/** How much of a table is out of sight. */
const HIDDEN = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.table'))`;

test.each([
  [768, ['Invoice', 'State', 'Total', 'Open']],
  [390, ['Invoice', 'State', 'Total']],
])('a list of invoices has its figures in sight in a window of %i px', async (width, names) => {
  await sendInvoice('in-sight', 'USD');
  const look = { ...light, viewport: { width, height: 900 } };
  await portal.open('/invoices?org=in-sight', look, async (page) => {
    await page.getByRole('rowheader').first().waitFor();
    const shown = page.getByRole('columnheader').filter({ visible: true });
    expect(await shown.allInnerTexts()).toEqual(names);
    expect(await page.evaluate(HIDDEN)).toBe(0);
  });
});

test('the amounts of an invoice, an account and a policy are in sight on a small phone', async () => {
  const { id, organizationPolicyId } = await sendInvoice('narrow', 'USD');
  const invoice = `/invoices/${id}?view=`;
  const paths = ['/account?org=narrow', `${invoice}money`, `${invoice}explain`, `/policies/${organizationPolicyId}`];
  const look = { ...phone, viewport: { width: 360, height: 740 }, colorScheme: 'light' as const };
  await portal.open('/', look, async (page) => {
    for (const path of paths) {
      await page.goto(new URL(path, page.url()).href);
      await page.getByRole('rowheader').first().waitFor();
      expect([path, await page.evaluate(HIDDEN)]).toEqual([path, 0]);
    }
  });
});

test('a state that there is not shows all invoices, as if none was asked for', async () => {
  await sendInvoice('no-state', 'USD');
  await portal.open('/invoices?org=no-state&status=FOO', light, async (page) => {
    await page.getByRole('rowheader').first().waitFor();
    expect(await page.locator('.tabs [aria-current]').allInnerTexts()).toEqual(['All']);
  });
});

/** How many lines the text of each cell takes that has what happened. */
const LINES = `[...document.querySelectorAll('tbody td:nth-child(2)')].map((cell) => {
  const text = document.createRange();
  text.selectNodeContents(cell);
  return text.getClientRects().length;
})`;

test('no word of the console is broken in the money of an invoice on a phone', async () => {
  const { id } = await sendInvoice('whole-words', 'JPY');
  const payment = { organizationId: 'whole-words', currency: 'JPY', amountPennies: 100, invoiceIds: [id] };
  await portal.http.post('/api/payment', payment);
  await portal.open(`/invoices/${id}?view=money`, { ...phone, colorScheme: 'light' }, async (page) => {
    await page.getByRole('cell', { name: 'Applied', exact: true }).waitFor();
    expect(await page.evaluate(LINES)).toEqual([1, 1]);
  });
});
