import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { dataOrThrow, type Resource } from '@staycover/client';
import { billingEvents, inboundEvents } from '@staycover/events';
import { electionFor } from '../testing/election.ts';
import { collect, generateInvoice, movePolicy, startPolicy } from '../testing/steps.ts';
import { startWorld, type World } from '../testing/world.ts';

jest.setTimeout(180_000);

let world: World;

beforeAll(async () => {
  world = await startWorld('2026-01-10');
});

afterAll(() => world.stop());

const election = (property: string, more: Record<string, unknown> = {}) => ({ ...electionFor(property), ...more });

const elect = (organizationId: string, policyId: string, ...elections: ReturnType<typeof election>[]) =>
  world.deliver(inboundEvents.coverageElectionChanged, { organizationId, policyId, elections });

const shown = (lines: Resource<'LineItem'>[]) =>
  lines.map(({ description, unitPrice, amount }) => `${description} × ${unitPrice} = ${amount}`);

/** Generates the month's invoice and collects it. */
const billAndCollect = async (policyId: string): Promise<{ id: string; total: number; lines: string[] }> => {
  const invoice = await generateInvoice(world, policyId);
  await collect(world, invoice.id);
  return { id: invoice.id, total: invoice.total, lines: shown(invoice.lineItems) };
};

const sumSplits = (invoiceId: string): number =>
  world.events
    .of(billingEvents.reserveSplit)
    .filter(({ data }) => data.invoiceId === invoiceId)
    .reduce((sum, { data }) => sum + data.totalCents, 0);

const ledger = async (policyId: string): Promise<Record<string, number>> => {
  const rows = await world.sql<{ account: string; cents: string }>(
    `select account, sum(balance)::text as cents from claims.ledger_balance where policy_id = $1 group by account`,
    [policyId],
  );
  return Object.fromEntries(rows.map(({ account, cents }) => [account, Number(cents)]));
};

describe('a year of one policy', () => {
  const organizationId = 'harbor';
  let policyId: string;
  const invoices: { id: string; total: number }[] = [];

  test('January: a deal on the 10th, one property from that day', async () => {
    policyId = await startPolicy(world, {
      crmDealId: 'D-1',
      organizationId,
      effectiveDate: '2026-01-10',
      baseRatePerNight: 4,
      policy: { lossFundRatePerNight: 1 },
    });
    await elect(organizationId, policyId, election('Pier'));
    const invoice = await billAndCollect(policyId);
    invoices.push(invoice);

    expect(invoice.lines).toEqual(['Pier, 22 nights in 2026-01 × 4 = 88']);
    expect(sumSplits(invoice.id)).toBe(8_800);
    expect(await ledger(policyId)).toEqual({ COLLECTED_PREMIUM: 8_800, LOSS_FUND: 2_200, RETAINED_PREMIUM: 6_600 });
  });

  test('February: a second property with its own rate comes on the 15th', async () => {
    await world.goTo('2026-02-15');
    await elect(organizationId, policyId, election('Dune', { rateOverridePerNight: 6.5, effectiveFrom: '2026-02-15' }));
    const invoice = await billAndCollect(policyId);
    invoices.push(invoice);

    expect(invoice.lines).toEqual(['Dune, 14 nights in 2026-02 × 6.5 = 91', 'Pier, 28 nights in 2026-02 × 4 = 112']);
  });

  test('April: March was skipped and is caught up under its own month', async () => {
    await world.goTo('2026-04-20');
    const invoice = await billAndCollect(policyId);
    invoices.push(invoice);

    expect(invoice.lines).toEqual([
      'Dune, 31 nights in 2026-03 × 6.5 = 201.5',
      'Dune, 30 nights in 2026-04 × 6.5 = 195',
      'Pier, 31 nights in 2026-03 × 4 = 124',
      'Pier, 30 nights in 2026-04 × 4 = 120',
    ]);
  });

  test('June: a dated rate from the 11th splits the month, and only of the property without an override', async () => {
    await world.goTo('2026-05-05');
    invoices.push(await billAndCollect(policyId));
    await world.goTo('2026-06-03');
    const rateTableVersions = [{ version: 1, effectiveFrom: '2026-06-11', ratePerNight: 5 }];
    await dataOrThrow(
      world.api.PUT('/api/policy/{id}', { params: { path: { id: policyId } }, body: { rateTableVersions } }),
    );
    const invoice = await billAndCollect(policyId);
    invoices.push(invoice);

    expect(invoice.lines).toEqual([
      'Dune, 30 nights in 2026-06 × 6.5 = 195',
      'Pier, 10 nights in 2026-06 × 4 = 40',
      'Pier, 20 nights in 2026-06 × 5 = 100',
    ]);
  });

  test('July: a property that left on the 21st of a billed month comes back as a credit', async () => {
    await world.goTo('2026-07-02');
    invoices.push(await billAndCollect(policyId));
    await world.goTo('2026-07-25');
    await elect(
      organizationId,
      policyId,
      election('Dune', { rateOverridePerNight: 6.5, effectiveFrom: '2026-02-15', effectiveTo: '2026-07-21' }),
    );
    await world.goTo('2026-08-01');
    const invoice = await billAndCollect(policyId);
    invoices.push(invoice);

    expect(invoice.lines).toEqual([
      'Pier, 31 nights in 2026-08 × 5 = 155',
      'Credit: Dune, 10 nights in 2026-07 × 6.5 = -65',
    ]);
    expect(invoice.total).toBe(90);
    expect(sumSplits(invoice.id)).toBe(9_000);
  });

  test('a cancellation in the middle of a billed month is credited, and nothing remains to bill', async () => {
    await world.goTo('2026-09-01');
    invoices.push(await billAndCollect(policyId));
    await world.goTo('2026-09-16');
    await movePolicy(world, policyId, 'CANCELLED');
    const credit = await generateInvoice(world, policyId);

    expect(shown(credit.lineItems)).toEqual(['Credit: Pier, 15 nights in 2026-09 × 5 = -75']);
    const sent = await dataOrThrow(
      world.api.PATCH('/api/invoice/{id}/status', { params: { path: { id: credit.id } }, body: { status: 'SENT' } }),
    );
    expect(sent).toMatchObject({ documentType: 'CREDIT_NOTE', status: 'SENT', amountDue: -75 });
  });

  test('adds up: the splits equal the collected money and the ledger', async () => {
    const collected = invoices.reduce((sum, { total }) => sum + Math.round(total * 100), 0);
    const split = invoices.reduce((sum, { id }) => sum + sumSplits(id), 0);
    const balances = await ledger(policyId);

    expect(split).toBe(collected);
    const { COLLECTED_PREMIUM: premium, ...reserves } = balances;
    expect(premium).toBe(collected);
    expect(Object.values(reserves).reduce((a, b) => a + b, 0)).toBe(collected);
  });
});

describe.each([
  ['JPY', 481, 120, 'Kyoto, 30 nights in 2026-11 × 481 = 14430', 14_430],
  ['BHD', 1.235, 0.5, 'Kyoto, 30 nights in 2026-11 × 1.235 = 37.05', 37_050],
])('a month in %s', (currency, rate, lossFund, line, minor) => {
  test('is billed and split in its own minor units', async () => {
    await world.goTo('2026-11-01');
    const policyId = await startPolicy(world, {
      crmDealId: `D-${currency}`,
      organizationId: `org-${currency}`,
      effectiveDate: '2026-11-01',
      currency,
      baseRatePerNight: rate,
      policy: { lossFundRatePerNight: lossFund },
    });
    await elect(`org-${currency}`, policyId, election('Kyoto'));
    const invoice = await billAndCollect(policyId);

    expect(invoice.lines).toEqual([line]);
    expect(sumSplits(invoice.id)).toBe(minor);
  });
});
