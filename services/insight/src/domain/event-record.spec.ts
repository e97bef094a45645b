import { describe, expect, test } from '@jest/globals';
import { personalMembers } from '@staycover/api';
import { type EventDefinition, events } from '@staycover/events';
import fc from 'fast-check';
import { readEvent } from '../messages/read-event.ts';
import { toEventRecord } from './event-record.ts';
import { writeHeadline } from './headline.ts';
import { parseSearch, toSubject } from './subject.ts';

const published = events.filter(({ service }) => service !== 'inbound');
const personal = new Set(personalMembers());

/** The same with a marker in every text of members that are marked as personal. */
const planted = (value: unknown, isPersonal = false): unknown => {
  if (typeof value === 'string') return isPersonal ? 'PLANTED' : value;
  if (Array.isArray(value)) return value.map((entry) => planted(entry, isPersonal));
  if (typeof value !== 'object' || value === null) return isPersonal ? 'PLANTED' : value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, planted(member, isPersonal || personal.has(name))]),
  );
};

const readExample = ({ service, name, example }: EventDefinition, data: unknown = example.data) => {
  const { organizationId } = example.data as { organizationId: string };
  const read = readEvent(`insurance.${service}.${name}.${organizationId}`, JSON.stringify({ ...example, data }));
  if ('refused' in read) throw new Error(read.refused);
  return read;
};

const recordExample = (event: EventDefinition, data?: unknown) => {
  const received = readExample(event, data);
  const record = toEventRecord(received);
  return { record, subject: toSubject(received, record) };
};

describe.each(published.map((event) => [`${event.service}.${event.name}`, event] as const))('of %s', (_name, event) => {
  test('no personal data is kept permanently', () => {
    const data = planted(event.example.data);
    expect(JSON.stringify(recordExample(event, data))).not.toContain('PLANTED');
  });

  test('the subject of the event is known', () => {
    const { record } = recordExample(event);
    if (event.name === 'event-rejected') expect(record.kind).toBe('rejectedEvent');
    else expect(event.example.data).toHaveProperty(`${record.kind}Id`, record.aggregateId);
    expect(record.links).toContain(record.aggregateId);
  });
});

test('a payment is linked to the invoices that it is for, after everything else', () => {
  const event = published.find(({ name }) => name === 'payment-received')!;
  const { payment } = event.example.data as { payment: { paymentReference: string } };
  const invoiceIds = Array.from({ length: 100 }, (_, i) => `invoice-${i}`);
  const data = { ...(event.example.data as object), payment: { ...payment, invoiceIds, groupIds: ['shared'] } };
  const { links } = recordExample(event, data).record;
  expect(links).toEqual(expect.arrayContaining([payment.paymentReference, 'invoice-0']));
  expect(links).not.toContain('shared');
  expect(links).toHaveLength(32);
});

test('planted personal data would be found', () => {
  expect(JSON.stringify(planted(published.map(({ example }) => example)))).toContain('PLANTED');
});

describe('a headline', () => {
  const headlines = Object.fromEntries(
    published
      .filter(({ name }) => name !== 'event-rejected')
      .map((event) => [event.name, recordExample(event).record.headline]),
  );

  test.each([
    ['deal-closed', 'D-1042, 4.25 USD a night, draft'],
    ['contract-status-changed', 'draft → active'],
    ['policy-created', 'pending, 4.25 USD a night, 1 Nov 2026 – 31 Oct 2027'],
    ['policy-status-changed', 'pending → active, 4.25 USD a night, change from 1 Dec 2026'],
    ['enrollment-changed', '1 property'],
    ['invoice-sent', 'sent, 117.50 USD, due 20 Dec 2026'],
    ['reserve-split', '127.50 USD, premium 94.50, loss fund 33.00'],
    ['renewal-manual-review', 'manual review, 4.25 → 4.50, from 1 Nov 2027'],
    ['claim-status-changed', 'submitted → under review, suggested 450.00, confidence medium'],
    ['webhook-endpoint-disabled', 'disabled, fails since 15 Nov 2026'],
  ])('of %s is %s', (name, headline) => {
    expect(headlines[name]).toBe(headline);
  });

  test('has no code of the interface, and no day as numbers', () => {
    const lines = Object.values(headlines).map((line) => line.replaceAll(/\b(USD|[A-Z]+-\S+)/g, ''));
    expect(lines.filter((line) => /[A-Z]{2,}|_|\d{4}-\d{2}/.test(line))).toEqual([]);
  });

  test('has large amounts in groups, and what comes back with a sign', () => {
    const data = { invoice: { status: 'PAST_DUE', total: -12_345.6, currency: 'USD' } };
    expect(writeHeadline({ service: 'billing', name: 'invoice-sent' }, data)).toBe('past due, −12,345.60 USD');
  });

  test.each([
    ['JPY', '500 JPY a night'],
    ['USD', '500.00 USD a night'],
    ['BHD', '500.000 BHD a night'],
  ])('has rates in as many decimals as %s has', (currency, headline) => {
    const data = { policy: { ratePerNight: 500, currency } };
    expect(writeHeadline({ service: 'policy', name: 'policy-changed' }, data)).toBe(headline);
  });

  test('has its amounts where they belong, behind a text that is written from the right', () => {
    const data = { crmDealId: '\u202eעסקה 12', baseRatePerNight: 4.25, currency: 'USD', contract: { status: 'DRAFT' } };
    const headline = writeHeadline({ service: 'contract', name: 'deal-closed' }, data);
    expect(headline).toBe('\u2068עסקה 12\u2069, 4.25 USD a night, draft');
  });

  test('is a short line, whatever an event carries', () => {
    fc.assert(
      fc.property(fc.constantFrom(...published), fc.object({ maxDepth: 3 }), ({ service, name }, data) => {
        expect(writeHeadline({ service, name }, data).length).toBeLessThanOrEqual(200);
      }),
    );
  });
});

describe('a search', () => {
  test.each([
    ['inv 311', { kind: 'invoice', beginnings: ['311'] }],
    ['INV', { kind: undefined, beginnings: ['inv'] }],
    ['beach  House', { kind: undefined, beginnings: ['beach', 'house'] }],
    ['constructor 1', { kind: undefined, beginnings: ['constructor', '1'] }],
    ['  ', { kind: undefined, beginnings: [] }],
  ])('for %j is %j', (q, search) => {
    expect(parseSearch(q)).toEqual(search);
  });
});
