import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Resource } from '@staycover/client';
import { billingEvents } from '@staycover/events';
import { type Client, httpClient } from '@staycover/testing';
import fc from 'fast-check';
import { cents, findFaults, type Reading, readBooks, settledAmount } from '../audit/audit-account.ts';
import { startPolicy } from '../testing/steps.ts';
import { startWorld, type World } from '../testing/world.ts';

jest.setTimeout(600_000);

const TODAY = Temporal.PlainDate.from('2026-11-10');
const HOUSES = ['pier', 'dune', 'reef'];

let world: World;
let http: Client;

beforeAll(async () => {
  world = await startWorld(TODAY.toString());
  http = httpClient(world.gatewayUrl);
});

afterAll(() => world.stop());

const reading: Reading = {
  get: async (path) => (await http.get(path)).body,
  list: async (path) => (await http.get(path)).body,
};

/** An organization with a policy of three houses. */
type History = { organizationId: string; policyId: string };
type Step = (history: History) => Promise<unknown>;

const nth = fc.nat({ max: 9 });
const penny = fc.integer({ min: 1, max: 20_000 });
const pick = <T>(items: readonly T[], index: number): T | undefined => items[index % Math.max(1, items.length)];

/** What the platform refuses changes nothing; it never fails. */
const done = async (asked: ReturnType<Client['get']>): Promise<void> => {
  const { status, body } = await asked;
  if (status >= 500) throw new Error(`${status}: ${JSON.stringify(body)}`);
};

const bill: Step = async ({ policyId }) => {
  const { status, body } = await http.post(`/api/invoice/generate/${policyId}`);
  if (status <= 201) await done(http.patch(`/api/invoice/${body.id}/status`, { status: 'SENT' }));
};

const change = fc.record({ ratePerNight: fc.integer({ min: 100, max: 900 }).map((rate) => rate / 100), past: nth }).map(
  ({ past, ...members }): Step =>
    ({ policyId }) =>
      done(
        http.post(`/api/policy/${policyId}/correction`, {
          ...members,
          effectiveFrom: TODAY.subtract({ days: past }).toString(),
          reason: 'agreed so',
        }),
      ),
);

const elect = fc.tuple(fc.constantFrom(...HOUSES), fc.constantFrom('INCLUDE', 'EXCLUDE'), nth).map(
  ([house, action, ahead]): Step =>
    ({ policyId }) => {
      const effectiveFrom = TODAY.add({ days: ahead }).toString();
      const election = { electionId: `el-${house}`, scopeType: 'PROPERTY', scopeId: house, action, effectiveFrom };
      return done(http.put(`/api/policy/${policyId}`, { coverageElections: [election] }));
    },
);

const pay = penny.map(
  (amountPennies): Step =>
    ({ organizationId }) =>
      done(http.post('/api/payment', { organizationId, currency: 'USD', amountPennies })),
);

const move = fc.tuple(nth, fc.constantFrom('PAID', 'PAST_DUE', 'UNCOLLECTIBLE', 'VOID')).map(
  ([index, status]): Step =>
    async ({ organizationId }) => {
      const invoice = pick<Resource<'Invoice'>>(
        (await http.get(`/api/invoice?organizationId=${organizationId}`)).body,
        index,
      );
      if (invoice) await done(http.patch(`/api/invoice/${invoice.id}/status`, { status }));
    },
);

const onPayment = (path: string, body: object) =>
  nth.map(
    (index): Step =>
      async ({ organizationId }) => {
        const payment = pick<{ id: string }>(
          (await http.get(`/api/payment?organizationId=${organizationId}`)).body,
          index,
        );
        if (payment) await done(http.post(`/api/payment/${payment.id}/${path}`, body));
      },
  );

const refund = fc
  .record({ amountPennies: penny, reason: fc.constantFrom('CREDIT', 'GOODWILL') })
  .chain((body) => onPayment('refunds', body));

const history = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(bill) },
    { weight: 2, arbitrary: change },
    { weight: 2, arbitrary: elect },
    { weight: 3, arbitrary: pay },
    { weight: 4, arbitrary: move },
    onPayment('reverse', { reason: 'Returned' }),
    refund,
  ),
  { minLength: 15, maxLength: 25, size: 'max' },
);

/** The net splits of an organization's premium in the events. */
const sumSplits = (organizationId: string): number =>
  [...world.events.of(billingEvents.reserveSplit), ...world.events.of(billingEvents.reserveSplitReversed)]
    .filter(({ data }) => data.organizationId === organizationId)
    .reduce((sum, { data }) => sum + data.totalCents, 0);

const readLedger = async (organizationId: string): Promise<Record<string, number>> => {
  const rows = await world.sql<{ account: string; cents: string }>(
    'select account, sum(balance)::text as cents from claims.ledger_balance where organization_id = $1 group by account',
    [organizationId],
  );
  return Object.fromEntries(rows.map(({ account, cents: balance }) => [account, Number(balance)]));
};

const total = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

test('whatever happens to an account, its books over HTTP, the splits and the ledger of claims agree to the cent', async () => {
  let histories = 0;
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const organizationId = `history-${++histories}`;
      const policyId = await startPolicy(world, {
        crmDealId: organizationId,
        organizationId,
        effectiveDate: '2026-11-01',
        baseRatePerNight: 4.25,
        policy: {
          lossFundRatePerNight: 1.1,
          enrolledProperties: HOUSES.map((id) => ({ propertyId: id, propertyName: id, state: 'FL', country: 'US' })),
        },
      });
      for (const step of [bill, ...steps]) await step({ organizationId, policyId });
      await world.quiet();

      const books = await readBooks(reading, organizationId, { from: TODAY, to: TODAY });
      expect(findFaults(books)).toEqual([]);
      const split = sumSplits(organizationId);
      const byHand = books.invoices
        .filter(({ lineItems }) => lineItems.every(({ manual }) => manual))
        .map(settledAmount);
      const { CASH, DISPUTED } = books.balances;
      const met = CASH + DISPUTED - total(books.payments.map(({ unallocated }) => cents(unallocated)));
      expect(split + total(byHand)).toBe(met);
      const { COLLECTED_PREMIUM: collected = 0, ...reserves } = await readLedger(organizationId);
      expect({ collected, reserves: total(Object.values(reserves)) }).toEqual({ collected: split, reserves: split });
    }),
    { numRuns: Number(process.env['HISTORIES'] ?? 5), endOnFailure: true },
  );
});
