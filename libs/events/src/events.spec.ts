import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { billingEvents, eventSubject, events, inboundEvents, parseSubject, policyEvents, rpcs } from './index.ts';

/** What each publisher publishes. */
const expected: Record<string, string> = {
  contract: 'deal-closed contract-changed contract-status-changed event-rejected',
  policy:
    'policy-created policy-changed policy-status-changed enrollment-changed term-renewed renewal-rejected ' +
    'event-rejected',
  billing:
    'invoice-generated invoice-changed invoice-sent invoice-paid invoice-payment-failed invoice-past-due ' +
    'invoice-suspended invoice-voided invoice-uncollectible invoice-reopened payment-received payment-allocated ' +
    'payment-reversed payment-refunded payment-disputed reserve-split reserve-split-reversed event-rejected',
  renewal:
    'renewal-scheduled renewal-requested renewal-notice-due renewal-completed renewal-failed renewal-cancelled ' +
    'renewal-manual-review event-rejected',
  claims:
    'claim-submitted claim-changed claim-status-changed claim-assessed claim-decided claim-reserve-changed claim-paid ' +
    'event-rejected',
  inbound:
    'deal-closed coverage-election-changed order-confirmed order-cancelled reservation-synced claim-submitted ' +
    'claim-updated',
};

type Versioned = { version: number };
type Carried = Versioned & Partial<Record<'invoice' | 'policy' | 'contract' | 'renewal', Versioned>>;

const named = events.map((event) => [event.type, event] as const);

describe('events', () => {
  it.each(Object.keys(expected))('of %s are all there, and no more', (service) => {
    const names = events.filter((event) => event.service === service).map((event) => event.name);
    expect(names.toSorted()).toEqual(expected[service]!.split(' ').toSorted());
  });

  it.each(named)('%s: its example fits its schema', (_type, event) => {
    const { data, ...envelope } = event.example;
    const parsed = event.envelope.parse({ ...envelope, data });
    expect(parsed).toEqual({ ...envelope, data: event.data.parse(data) });
    expect(Object.keys(parsed.data as object)).toEqual(expect.arrayContaining(Object.keys(data as object)));
  });

  it.each(named)('%s: its data has the organization, and the version unless other systems send it', (_type, event) => {
    const { organizationId, version } = event.example.data as { organizationId: string; version?: number };
    expect(organizationId).toBe('acme-stays');
    expect(typeof version).toBe(event.service === 'inbound' ? 'undefined' : 'number');
  });

  it.each(named)('%s: its schemas can be described', (_type, event) => {
    for (const io of ['input', 'output'] as const) {
      expect(z.toJSONSchema(event.envelope, { io })).toMatchObject({ type: 'object' });
    }
  });

  it.each(named)('%s is refused with another type, without an id or with a bad organization', (_type, event) => {
    const { example } = event;
    const strange = { ...example, data: { ...(example.data as object), organizationId: 'a.b' } };
    for (const bad of [{ ...example, type: 'x' }, { ...example, id: undefined }, { ...example, id: '' }, strange]) {
      expect(event.envelope.safeParse(bad).success).toBe(false);
    }
  });

  it('renewal-rejected: its subject is the renewal', () => {
    const { subject, data } = policyEvents.renewalRejected.example;
    expect(subject).toBe(data.renewalId);
  });

  it('carry the state that their aggregate has after the change', () => {
    const published = events.filter((event) => event.service !== 'inbound');
    const examples = published.map((event) => event.example.data as Carried);
    const states = examples.map((data) => data.invoice ?? data.policy ?? data.contract ?? data.renewal ?? data);
    const versions = states.map((state) => state.version);
    expect(versions).toEqual(examples.map((data) => data.version));
  });
});

describe('reserve splits', () => {
  const { data, example } = billingEvents.reserveSplit;

  it('must sum to their total', () => {
    const parsed = data.safeParse({ ...example.data, totalCents: 12_751 });
    expect(parsed.error?.issues).toMatchObject([{ path: ['totalCents'] }]);
  });

  it('must each be the sum of their parts', () => {
    const splits = example.data.splits.map((split) => ({ ...split, premiumCents: 1 }));
    expect(data.safeParse({ ...example.data, splits }).success).toBe(false);
  });
});

describe('inbound events', () => {
  const order = inboundEvents.orderConfirmed;
  const [line] = order.example.data.lines;

  it('may leave out what CloudEvents makes optional', () => {
    const { specversion, id, source, type, data } = order.example;
    expect(order.envelope.safeParse({ specversion, id, source, type, data }).success).toBe(true);
  });

  it.each([
    ['nights that do not fit the dates', { nights: 4 }],
    ['a departure before the arrival', { departureDate: '2026-11-11' }],
    ['a rate with five decimals', { ratePerNight: 1.00001 }],
  ])('of orders are refused with %s', (_fault, change) => {
    expect(order.data.safeParse({ ...order.example.data, lines: [{ ...line, ...change }] }).success).toBe(false);
  });

  it('of claims need a reservation', () => {
    const { data, example } = inboundEvents.claimSubmitted;
    expect(data.safeParse({ ...example.data, reservationReferenceId: null }).success).toBe(false);
  });

  it('of elections need every election to have a name', () => {
    const { data, example } = inboundEvents.coverageElectionChanged;
    const elections = (example.data.elections as object[]).map((election) => ({ ...election, electionId: undefined }));
    expect(data.safeParse({ ...example.data, elections }).error?.issues).toMatchObject([
      { path: ['elections', 0, 'electionId'] },
    ]);
  });
});

describe('subjects', () => {
  it('end in the organization and can be read back', () => {
    const subject = eventSubject(billingEvents.invoiceSent, 'acme');
    expect(subject).toBe('insurance.billing.invoice-sent.acme');
    expect(parseSubject(subject)).toEqual({ service: 'billing', name: 'invoice-sent', organizationId: 'acme' });
  });

  it.each(['a.b', '*', '>', '', 'a b', 'x'.repeat(65)])('are not made for the organization %p', (organization) => {
    expect(() => eventSubject(billingEvents.invoiceSent, organization)).toThrow('must be 1 to 64 of the characters');
    expect(parseSubject(`insurance.billing.invoice-sent.${organization}`)).toBeUndefined();
  });
});

describe('requests', () => {
  it.each(rpcs.map((rpc) => [rpc.subject, rpc] as const))('%s: its examples fit its schemas', (_subject, rpc) => {
    expect(rpc.request.parse(rpc.example.request)).toEqual(rpc.example.request);
    expect(rpc.response.parse(rpc.example.response)).toEqual(rpc.example.response);
    expect(rpc.response.parse({ error: { code: 'not-found', detail: 'There is no such policy.' } })).toBeDefined();
  });
});
