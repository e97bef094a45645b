import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type RecordedSpan, recordSpans } from '@staycover/telemetry/recorder';
import { eventually } from '@staycover/testing';
import { closeDeal, collect, electCover, generateInvoice, movePolicy } from '../testing/steps.ts';
import { startWorld, type World } from '../testing/world.ts';

jest.setTimeout(120_000);

const { spans, stop: stopRecording } = recordSpans();
const organizationId = 'traced';

let world: World;
let policyId: string;

beforeAll(async () => {
  world = await startWorld('2026-01-01');
});

afterAll(async () => {
  stopRecording();
  await world.stop();
});

const DATABASE = ['read', 'statements', 'transaction'];

const findParent = ({ parentId }: RecordedSpan) => spans().find(({ spanId }) => spanId === parentId);

/** The path from the first span of the trace to this one, without database spans, which are not part of the contract. */
const pathTo = (leaf: RecordedSpan): string[] => {
  const parent = findParent(leaf);
  return [...(parent ? pathTo(parent) : []), ...(DATABASE.includes(leaf.name) ? [] : [leaf.name])];
};

/** The path to the last effect of the newest request of this name. */
const awaitTrace = (request: string, effect: (span: RecordedSpan) => boolean): Promise<string[]> =>
  eventually(`${request} had its effect`, () => {
    const root = spans().findLast(({ name, parentId }) => name === request && parentId === undefined);
    const leaf = spans().find((span) => span.traceId === root?.traceId && effect(span));
    return leaf && pathTo(leaf);
  });

const processedBy = (consumer: string) => (span: RecordedSpan) =>
  span.attributes['messaging.consumer.name'] === consumer;

describe('a client with a trace of its own', () => {
  test.each([
    ['sampled', '01'],
    ['not sampled', '00'],
  ])('%s gets one of ours, recorded, that links to it', async (_what, flags) => {
    const theirs = `4bf92f3577b34da6a3ce929d0e0e47${flags}`;
    const traceparent = `00-${theirs}-00f067aa0ba902b7-${flags}`;
    await world.api.GET('/api/policy', { params: { query: { organizationId } }, headers: { traceparent } });
    const linked = await eventually('the request is recorded', () =>
      spans().find((span) => span.linked.includes(theirs)),
    );
    expect(linked).toMatchObject({ name: 'GET /api/policy', parentId: undefined });
    expect(spans().filter(({ traceId }) => traceId === linked.traceId).length).toBeGreaterThan(1);
    expect(spans().filter(({ traceId }) => traceId === theirs)).toEqual([]);
  });
});

describe('one trace', () => {
  test('leads from a deal to its policy, and on to the renewals', async () => {
    const deal = {
      crmDealId: 'D-1',
      organizationId,
      effectiveDate: '2026-01-01',
      baseRatePerNight: 4,
      policy: { lossFundRatePerNight: 1 },
    };
    ({ policyId } = await closeDeal(world, deal));

    expect(await awaitTrace('POST /api/webhook/crm/deal-closed', processedBy('renewal-policy-policy-created'))).toEqual(
      [
        'POST /api/webhook/crm/deal-closed',
        'POST /api/webhook/crm/deal-closed',
        'send contract.deal-closed',
        'process contract.deal-closed',
        'send policy.policy-created',
        'process policy.policy-created',
      ],
    );
  });

  test('leads from PAID to the postings of the ledger', async () => {
    await movePolicy(world, policyId, 'ACTIVE');
    await electCover(world, policyId, 'P');
    await world.quiet();
    const invoice = await generateInvoice(world, policyId);
    await collect(world, invoice.id);

    expect(await awaitTrace('PATCH /api/invoice/:id/status', processedBy('claims-billing-reserve-split'))).toEqual([
      'PATCH /api/invoice/:id/status',
      'PATCH /api/invoice/:id/status',
      expect.stringMatching(/^send billing\./),
      'process billing.reserve-split',
    ]);
  });

  test('follows a request over NATS to the service that answers it', async () => {
    const answered = (span: RecordedSpan) => span.name === 'rpc.policy.get' && findParent(span)?.name === span.name;
    expect(await awaitTrace('POST /api/invoice/generate/:policyId', answered)).toEqual([
      'POST /api/invoice/generate/:policyId',
      'POST /api/invoice/generate/:policyId',
      'rpc.policy.get',
      'rpc.policy.get',
    ]);
  });

  test('holds no names, amounts or tokens', () => {
    const keys = new Set(spans().flatMap(({ attributes }) => Object.keys(attributes)));
    expect([...keys].toSorted()).toEqual([
      'db.namespace',
      'db.system.name',
      'http.request.method',
      'http.response.status_code',
      'http.route',
      'messaging.batch.message_count',
      'messaging.consumer.name',
      'messaging.message.id',
      'staycover.organization_id',
      'staycover.outcome',
    ]);
  });
});
