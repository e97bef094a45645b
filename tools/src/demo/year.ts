import { setTimeout as pause } from 'node:timers/promises';
import { isBefore } from '@staycover/kernel';
import { type AccountBooks, findFaults } from '../audit/audit-account.ts';
import { changedMonths, type MonthReports, readReports, reportFaults } from '../audit/audit-reports.ts';
import { playClaims } from './year-claims.ts';
import { playIncidents } from './year-incidents.ts';
import { type Customers, type Invoice, setYearStage, type YearAddresses, type YearStage } from './year-stage.ts';
import { printRow, type Row, readRow, tableHeader } from './year-table.ts';

const POLICIES = 100;
const AT_ONCE = 8;
const SEND_ON = 5;
const PAY_ON = 20;

/** Every tenth customer pays a month late, another tenth in two parts, a third on Stripe's page, one never does. */
const isLate = (number: number): boolean => number % 10 === 9;
const paysAtStripe = (number: number): boolean => number % 10 === 6;
const paysInParts = (number: number): boolean => number % 10 === 4;
const neverPays = (number: number): boolean => number === POLICIES - 1;

/** A year of a hundred policies on a clock that is played, with a line for each month. */
export const tellYear = async (
  addresses: YearAddresses,
  organizationId: string,
  print: (line: string) => void,
): Promise<void> => {
  const stage = await setYearStage(addresses, organizationId);
  const started = performance.now();
  try {
    const first = await stage.today();
    print(
      `\n${POLICIES} policies of the organization ${organizationId} from ${first}: a month a line, amounts in USD.\n`,
    );
    if (stage.stripe) await nameThePayer(stage);
    const customers = await writePolicies(stage, first);
    print(tableHeader);
    const reports: MonthReports[] = [];
    for (const [month, monthEnd] of monthEnds(first).entries()) {
      await playMonth(stage, customers, monthEnd);
      await playClaims(stage, customers, month);
      for (const incident of await playIncidents(stage, customers, month)) print(`        ${incident}`);
      await stage.playUntil(monthEnd);
      const { row, books } = await readRow(stage, first, monthEnd);
      print(printRow(row));
      reports.push(await readReports(stage.reading, organizationId, monthEnd));
      assertAddsUp(row, books);
      await assertReportsAddUp(stage, reports, books);
    }
    await assertUnchanged(stage, reports, monthEnds(first));
    const seconds = ((performance.now() - started) / 1_000).toFixed(0);
    print(
      `\nIt adds up to the cent, read over HTTP: billed = cash + disputed + written off + owed; the ledger holds the amounts of each invoice, payment and refund; splits = money that has met premium = reserves; bordereaux, funds statements and receivables = their ledgers, and no past month has changed. Played in ${seconds} s.`,
    );
  } finally {
    await stage.close();
  }
};

/** The last days of this month and of the twelve that follow. */
const monthEnds = (first: Temporal.PlainDate): Temporal.PlainDate[] =>
  Array.from({ length: 13 }, (_, i) =>
    first
      .with({ day: 1 })
      .add({ months: i + 1 })
      .subtract({ days: 1 }),
  );

const inParallel = async <T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> => {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of queue) await work(item);
    }),
  );
};

/** The contract names the payer of invoices; the policy of its deal is not activated. */
const nameThePayer = async (stage: YearStage): Promise<void> => {
  const { organizationId } = stage;
  const deal = { crmDealId: organizationId, organizationId, signatoryEmail: 'dana@year.example', baseRatePerNight: 4 };
  await stage.call('POST', '/api/webhook/crm/deal-closed', 201, deal);
  let [policy] = await stage.policies();
  for (; !policy; [policy] = await stage.policies()) await pause(50);
  await stage.call('PATCH', `/api/policy/${policy.id}/status`, 200, { status: 'CANCELLED' });
};

/** Terms that end all over the year, one to three properties, three ways of billing; every twentieth is not to renew. */
const writePolicies = async (stage: YearStage, first: Temporal.PlainDate): Promise<Customers> => {
  const customers: Customers = new Map();
  await inParallel(
    Array.from({ length: POLICIES }, (_, number) => number),
    async (number) => {
      const termEnd = first.add({ days: 10 + Math.floor((number * 350) / POLICIES) });
      const properties = Array.from({ length: 1 + (number % 3) }, (_, i) => `${number}-${i + 1}`);
      const policy = await stage.call('POST', '/api/policy', 201, {
        organizationId: stage.organizationId,
        name: `Policy ${number}`,
        termStart: termEnd.add({ days: 1 }).subtract({ years: 1 }).toString(),
        termEnd: termEnd.toString(),
        autoRenew: number % 20 !== 7,
        billingFrequency: number % 10 === 3 ? 'QUARTERLY' : number % 20 === 5 ? 'ANNUAL' : 'MONTHLY',
        ratePerNight: 3 + (number % 17) / 4,
        lossFundRatePerNight: 1.05,
        enrolledProperties: properties.map((id) => ({
          propertyId: id,
          propertyName: `House ${id}`,
          state: 'FL',
          country: 'US',
        })),
      });
      await stage.call('PATCH', `/api/policy/${policy.id}/status`, 200, { status: 'ACTIVE' });
      customers.set(policy.id, number);
    },
  );
  return customers;
};

const playMonth = async (stage: YearStage, customers: Customers, monthEnd: Temporal.PlainDate): Promise<void> => {
  const move = (status: string) => (invoice: Invoice) =>
    stage.call('PATCH', `/api/invoice/${invoice.id}/status`, 200, { status });
  const sendDay = monthEnd.with({ day: SEND_ON });
  const payDay = monthEnd.with({ day: PAY_ON });
  if (isBefore(await stage.today(), sendDay)) {
    await stage.playUntil(sendDay);
    const drafts = (await stage.invoices()).filter(({ status }) => status === 'DRAFT');
    await inParallel(drafts, move('SENT'));
    await stage.playUntil(payDay);
    const open = (await stage.invoices()).filter((invoice) =>
      isPaidOn(payDay, invoice, customers.get(invoice.organizationPolicyId)!),
    );
    const isPart = (invoice: Invoice) =>
      paysInParts(customers.get(invoice.organizationPolicyId)!) && invoice.amountPaid === 0;
    const isThere = ({ id, organizationPolicyId }: Invoice) =>
      paysAtStripe(customers.get(organizationPolicyId)!) && stage.stripe?.isOpen(id);
    const {
      part = [],
      there = [],
      whole = [],
    } = Object.groupBy(open, (invoice) => {
      if (isPart(invoice)) return 'part';
      return isThere(invoice) ? 'there' : 'whole';
    });
    await inParallel(part, (invoice) => payHalf(stage, invoice));
    await inParallel(there, ({ id }) => stage.stripe!.pay(id));
    await inParallel(whole, move('PAID'));
  }
};

/** Half of the amount due now, the rest with the next month's payments. */
const payHalf = (stage: YearStage, { id, amountDue }: Invoice): Promise<unknown> =>
  stage.call('POST', '/api/payment', 201, {
    organizationId: stage.organizationId,
    currency: 'USD',
    amountPennies: Math.round(amountDue * 50),
    invoiceIds: [id],
  });

const isPaidOn = (day: Temporal.PlainDate, { status, sentAt, amountDue }: Invoice, number: number): boolean => {
  if (!['SENT', 'PAST_DUE', 'SUSPENDED'].includes(status) || amountDue <= 0.01 || neverPays(number)) return false;
  const sentOn = Temporal.PlainDate.from(sentAt!.slice(0, 10));
  return !isLate(number) || sentOn.until(day).days > 30;
};

/** Fails loudly when the reports of all months until now are not what the ledgers hold. */
const assertReportsAddUp = async (stage: YearStage, reports: readonly MonthReports[], books: AccountBooks) => {
  const ledgers = { books, claims: await stage.claims(), accounts: await stage.ledger() };
  const faults = reportFaults(reports, ledgers);
  if (faults.length > 0)
    throw new Error(`The reports of ${reports.at(-1)!.month} do not add up.\n  ${faults.join('\n  ')}`);
};

/** Fails loudly when a month of the past is reported otherwise than it was. */
const assertUnchanged = async (stage: YearStage, reports: readonly MonthReports[], ends: Temporal.PlainDate[]) => {
  const again: MonthReports[] = [];
  for (const end of ends) again.push(await readReports(stage.reading, stage.organizationId, end));
  const changed = changedMonths(reports, again);
  if (changed.length > 0) throw new Error(changed.join('\n'));
};

/** Fails loudly when the books do not agree. */
const assertAddsUp = (row: Row, books: AccountBooks): void => {
  const rules: [string, number, number][] = [
    ['policies, active and ended', row.active + row.ended, row.policies],
    ['renewals that were announced and terms that policies got', row.announcedRenewals, row.renewals],
    [
      'splits and what is settled by hand, and money that has met something',
      row.splits + row.settledByHand,
      row.cash + row.disputed - row.waiting,
    ],
    ['ledger, and splits', row.ledger, row.splits],
    ['reserves, and ledger', row.reserves, row.ledger],
  ];
  const wrong = rules
    .filter(([, one, other]) => one !== other)
    .map(([what, one, other]) => `${what}: ${one} is not ${other}`);
  const faults = [...findFaults(books), ...wrong];
  if (faults.length > 0) throw new Error(`${row.month} does not add up.\n  ${faults.join('\n  ')}`);
};
