import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { billingEvents } from '@staycover/events';
import { type Answer, type Client, httpClient } from '@staycover/testing';
import {
  type AccountBooks,
  cents,
  findFaults,
  type Reading,
  readBooks,
  settledAmount,
} from '../audit/audit-account.ts';
import { type AtStripe, startYearStripe, type YearStripe } from '../demo/year-stripe.ts';
import { startPolicy } from '../testing/steps.ts';
import { startWorld, type World } from '../testing/world.ts';

jest.setTimeout(300_000);

// The worked year of docs/billing.md, played over HTTP: the page has the resulting table.

const organizationId = 'beach-stays';
const first = Temporal.PlainDate.from('2026-11-01');
const house = { scopeType: 'PROPERTY', scopeId: 'beach', action: 'INCLUDE' };

let stripe: YearStripe;
let atStripe: AtStripe;
let world: World;
let http: Client;
let policyId: string;
const invoices = new Map<string, string>();
const payments = new Map<string, string>();

beforeAll(async () => {
  stripe = await startYearStripe();
  world = await startWorld(first.toString(), stripe.environment);
  atStripe = stripe.at(world.gatewayUrl);
  http = httpClient(world.gatewayUrl);
  const property = { propertyId: 'beach', propertyName: 'Beach House', state: 'FL', enrolledDate: first.toString() };
  policyId = await startPolicy(world, {
    crmDealId: 'D-1',
    organizationId,
    effectiveDate: first.toString(),
    termMonths: 12,
    signatoryEmail: 'dana@beach-stays.example',
    baseRatePerNight: 4.25,
    policy: { lossFundRatePerNight: 1.1, enrolledProperties: [property] },
  });
});

afterAll(async () => {
  await world?.stop();
  await stripe?.stop();
});

const done = async ({ status, body }: Answer): Promise<Answer['body']> => {
  if (status > 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
  await world.quiet();
  return body;
};

/** Generates and sends an invoice for everything unbilled, as `name`. Resolves to the document's total. */
const bill = async (name: string): Promise<number> => {
  const { id } = await done(await http.post(`/api/invoice/generate/${policyId}`));
  invoices.set(name, id);
  return (await done(await http.patch(`/api/invoice/${id}/status`, { status: 'SENT' }))).total;
};

/** The same, where Stripe sends it. */
const billByStripe = async (name: string): Promise<number> => {
  const { id } = await done(await http.post(`/api/invoice/generate/${policyId}`));
  invoices.set(name, id);
  return (await done(await http.post(`/api/invoice/${id}/send`))).total;
};

const paymentAtStripe = async (name: string) =>
  (await done(await http.get(`/api/payment?invoiceId=${invoices.get(name)}`)))[0];

const payAtStripe = async (name: string): Promise<number> => {
  await atStripe.pay(invoices.get(name)!);
  return (await paymentAtStripe(name)).amount;
};

const dispute = async (name: string, status: 'needs_response' | 'lost'): Promise<number | null> => {
  const payment = await paymentAtStripe(name);
  await atStripe.dispute(payment, status);
  await world.quiet();
  return status === 'lost' ? null : -payment.amount;
};

const pay = async (name: string, amount: number, invoiceIds: string[] = []): Promise<number> => {
  const body = { organizationId, currency: 'USD', amountPennies: cents(amount), invoiceIds };
  payments.set(name, (await done(await http.post('/api/payment', body))).id);
  return amount;
};

const refund = async (name: string, amount: number, reason: string): Promise<number> => {
  const body = { amountPennies: cents(amount), reason };
  await done(await http.post(`/api/payment/${payments.get(name)}/refunds`, body));
  return -amount;
};

const invoiceTo = async (name: string, status: string): Promise<null> => {
  await done(await http.patch(`/api/invoice/${invoices.get(name)}/status`, { status }));
  return null;
};

const elect = async (members: object): Promise<void> => {
  await done(await http.put(`/api/policy/${policyId}`, { coverageElections: [{ ...house, ...members }] }));
};

/** What happens on a day; resolves to the amount of the document or the money. */
type Step = [day: string, what: string, happens: () => Promise<number | null>];

const steps: Step[] = [
  ['2026-11-01', 'November is billed and sent: 30 × 4.25', () => bill('November')],
  ['2026-11-15', 'A part is paid: splits of 37.06 premium and 12.94 loss fund', () => pay('part', 50)],
  ['2026-11-25', 'The rest is paid: splits of 57.44 and 20.06', () => pay('rest', 77.5)],
  ['2026-12-01', 'December: 31 × 4.25', () => bill('December')],
  ['2026-12-10', 'Paid', () => pay('December', 131.75)],
  [
    '2026-12-22',
    'The owner ends the cover from today: 10 nights are credited; the credit note is held',
    async () => {
      await elect({ action: 'EXCLUDE' });
      return bill('ended');
    },
  ],
  [
    '2027-01-01',
    'It resumes. January, 31 × 4.25: the credit pays a part of it',
    async () => {
      await elect({ electionId: 'again' });
      return bill('January');
    },
  ],
  ['2027-01-12', 'The rest of January is paid', () => pay('January', 89.25)],
  [
    '2027-02-01',
    'The rate is 5.00 from today. February: 28 × 5.00',
    async () => {
      await done(await http.put(`/api/policy/${policyId}`, { ratePerNight: 5 }));
      return bill('February');
    },
  ],
  ['2027-02-10', 'Paid', () => pay('February', 140)],
  ['2027-02-15', 'Goodwill refund, with its own credit note', () => refund('February', 20, 'GOODWILL')],
  ['2027-03-01', 'March: 31 × 5.00', () => bill('March')],
  ['2027-03-10', 'Paid', () => pay('March', 155)],
  ['2027-03-12', 'Refunded before there is a credit: an open refund', () => refund('March', 15.5, 'CREDIT')],
  [
    '2027-03-20',
    'The rate was to be 4.50 from 1 March, a correction: 31 × 0.50 are credited, and cover the refund',
    async () => {
      const body = { effectiveFrom: '2027-03-01', reason: 'agreed so in February', ratePerNight: 4.5 };
      await done(await http.post(`/api/policy/${policyId}/correction`, body));
      return bill('corrected');
    },
  ],
  ['2027-04-01', 'April: 30 × 4.50', () => bill('April')],
  ['2027-04-10', 'Paid', () => pay('April', 135)],
  [
    '2027-04-14',
    'The bank returns it: reversed, due again',
    async () => {
      await done(await http.post(`/api/payment/${payments.get('April')}/reverse`, { reason: 'Returned' }));
      return -135;
    },
  ],
  ['2027-04-20', 'Paid once more', () => pay('April again', 135)],
  ['2027-05-01', 'May, which Stripe sends: 31 × 4.50', () => billByStripe('May')],
  ['2027-05-10', 'Paid at Stripe', () => payAtStripe('May')],
  ['2027-05-20', "The customer's bank disputes it", () => dispute('May', 'needs_response')],
  ['2027-06-10', 'The dispute is lost: due again, splits reversed', () => dispute('May', 'lost')],
  ['2027-06-15', 'Paid by transfer', () => pay('May again', 139.5)],
  ['2027-07-01', 'June and July at once: 61 × 4.50', () => bill('July')],
  ['2027-08-01', 'It is past due', () => invoiceTo('July', 'PAST_DUE')],
  [
    '2027-08-10',
    'The policy is cancelled from today. August: 9 × 4.50',
    async () => {
      await done(await http.patch(`/api/policy/${policyId}/status`, { status: 'CANCELLED' }));
      return bill('August');
    },
  ],
  ['2027-08-20', 'A part is paid, and goes to the oldest invoice', () => pay('August', 160.5)],
  ['2027-10-01', 'The rest of July is written off', () => invoiceTo('July', 'UNCOLLECTIBLE')],
  ['2027-10-05', 'August is paid', () => pay('late', 40.5)],
  ['2027-10-20', '50.00 of the written-off amount arrives', () => pay('recovered', 50, [invoices.get('July')!])],
];

const reading: Reading = {
  get: async (path) => (await http.get(path)).body,
  list: async (path) => (await http.get(path)).body,
};

const read = () => readBooks(reading, organizationId, { from: first, to: first.add({ years: 1 }) });

const money = (minor: number): string => (minor / 100).toFixed(2).replace('-', '−');

const formatRow = (day: string, what: string, amount: number | null, books: AccountBooks): string => {
  const { due, held, openRefunds, balances } = books;
  const date = Temporal.PlainDate.from(day).toLocaleString('en-GB', { day: 'numeric', month: 'short' });
  const figures = [due, held, openRefunds, balances.CASH, balances.DISPUTED, balances.WRITTEN_OFF].map(money);
  return `| ${[date, what, amount === null ? '' : money(cents(amount)), ...figures].join(' | ')} |`;
};

const page = readFileSync(resolve(import.meta.dirname, '../../../docs/billing.md'), 'utf8');

test('a year is as the page shows it, and adds up after every step', async () => {
  const rows: string[] = [];
  for (const [day, what, happens] of steps) {
    await world.goTo(day);
    const amount = await happens();
    const books = await read();
    expect([what, findFaults(books)]).toEqual([what, []]);
    rows.push(formatRow(day, what, amount, books));
  }
  expect(page).toContain(rows.join('\n'));
});

test('a part payment splits its share, and the rest the rest', () => {
  const splits = world.events
    .of(billingEvents.reserveSplit)
    .filter(({ data }) => data.invoiceId === invoices.get('November'))
    .flatMap(({ data }) => data.splits.map(({ premiumCents, lossFundCents }) => [premiumCents, lossFundCents]));
  expect(splits).toEqual([
    [3706, 1294],
    [5744, 2006],
  ]);
});

test('in the end splits, money and ledger agree', async () => {
  const { balances, invoices: documents, payments: received } = await read();
  const splits = world.events.of(billingEvents.reserveSplit).map(({ data }) => data.totalCents);
  const reversals = world.events.of(billingEvents.reserveSplitReversed).map(({ data }) => data.totalCents);
  const total = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
  const goodwill = documents.filter(({ lineItems }) => lineItems.every(({ manual }) => manual)).map(settledAmount);
  const held = received.map(({ unallocated }) => cents(unallocated));
  expect(total(splits) + total(reversals) + total(goodwill)).toBe(balances.CASH - total(held));
  const [collected] = await world.sql<{ cents: string }>(
    `select sum(balance)::text as cents from claims.ledger_balance where policy_id = $1 and account = 'COLLECTED_PREMIUM'`,
    [policyId],
  );
  expect(Number(collected!.cents)).toBe(total(splits) + total(reversals));
  expect(page).toContain(
    `Billed ${money(-balances.BILLED - balances.ADJUSTMENT)} = cash ${money(balances.CASH)} + written off ${money(balances.WRITTEN_OFF)}`,
  );
});
