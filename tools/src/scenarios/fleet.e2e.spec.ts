import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { refusalOrThrow } from '@staycover/client';
import { billingEvents, contractEvents, inboundEvents } from '@staycover/events';
import { electionFor } from '../testing/election.ts';
import { closeDeal, collect, generateInvoice, movePolicy, readPolicy } from '../testing/steps.ts';
import { startWorld, type World } from '../testing/world.ts';

jest.setTimeout(240_000);

const organizationId = 'fleet';
const BATCHES = 20;
const BATCH = 500;

let world: World;

beforeAll(async () => {
  world = await startWorld('2026-04-01');
});

afterAll(() => world.stop());

const deal = {
  crmDealId: 'D-fleet',
  organizationId,
  effectiveDate: '2026-04-01',
  baseRatePerNight: 2.5,
  policy: { lossFundRatePerNight: 0.6 },
};

const batch = (number: number) =>
  Array.from({ length: BATCH }, (_, i) => electionFor(`unit-${String(number * BATCH + i).padStart(5, '0')}`));

describe('a fleet of 10,000 properties', () => {
  let policyId: string;

  test('given its deal, which came three times over both ways in and once with other content', async () => {
    ({ policyId } = await closeDeal(world, deal));
    const again = await world.api.POST('/api/webhook/crm/deal-closed', { body: { ...deal, eventId: 'again' } });
    expect(again.response.status).toBe(200);
    await world.deliver(inboundEvents.dealClosed, deal);
    const other = world.api.POST('/api/webhook/crm/deal-closed', { body: { ...deal, baseRatePerNight: 3 } });
    expect(await refusalOrThrow(other)).toMatchObject({ status: 409 });
    await world.quiet();
    expect(world.events.of(contractEvents.dealClosed)).toHaveLength(1);
    await movePolicy(world, policyId, 'ACTIVE');
  });

  test('when it is elected in batches, then every property is enrolled', async () => {
    for (let number = 0; number < BATCHES; number++) {
      await world.deliver(inboundEvents.coverageElectionChanged, {
        organizationId,
        policyId,
        elections: batch(number),
      });
    }
    const { activeEnrollments } = await readPolicy(world, policyId);
    expect(activeEnrollments).toHaveLength(BATCHES * BATCH);
  });

  test('when one more comes, then it is rejected with a reason', async () => {
    const change = world.api.PUT('/api/policy/{id}', {
      params: { path: { id: policyId } },
      body: { coverageElections: [electionFor('more')] },
    });
    expect((await refusalOrThrow(change)).type).toMatch(/enrollment-limit$/);
  });

  test('when its month is billed and paid, then every line is there once and the splits add up to the cent', async () => {
    const invoice = await generateInvoice(world, policyId);
    expect(invoice.lineItems).toHaveLength(BATCHES * BATCH);
    expect(invoice.total).toBe(BATCHES * BATCH * 30 * 2.5);
    await collect(world, invoice.id);

    const parts = world.events.of(billingEvents.reserveSplit);
    expect(parts.length).toBe(parts[0]!.data.parts);
    expect(parts.reduce((sum, { data }) => sum + data.totalCents, 0)).toBe(invoice.total * 100);
    expect(
      parts.reduce((sum, { data }) => sum + data.splits.reduce((cents, split) => cents + split.lossFundCents, 0), 0),
    ).toBe(BATCHES * BATCH * 30 * 60);
  });
});
