import { z } from 'zod';
import * as f from './fields.ts';
import { numberCursor, orderedPaging } from './list.ts';
import { component } from './rules.ts';

const nullableText = f.longText.nullable();

const summary = {
  position: z.int().min(1).meta({ description: 'Its place in the one order of all events' }),
  id: f.uuid.meta({ description: 'Id of the event' }),
  time: f.timestamp.meta({ description: 'When it happened, according to its publisher' }),
  type: f.longText,
  service: f.longText.meta({ description: 'Who published it' }),
  name: f.longText,
  organizationId: f.organizationId,
  kind: f.longText.meta({ description: 'Kind of resource: policy, contract, invoice, payment, renewal, claim, …' }),
  aggregateId: f.longText.meta({ description: 'Id of that' }),
  version: z.int().min(1).meta({ description: 'Version that it reached' }),
  reference: nullableText.meta({ description: 'Reference of that' }),
  headline: f.longText.meta({ description: 'What happened in a few words, without personal data' }),
  traceId: nullableText.meta({ description: 'Trace of the request that caused it' }),
};

const example = {
  position: 4_711,
  id: '01a1f84a-95ca-74d0-85fb-48b92136c7d3',
  time: '2026-11-20T09:30:00.010Z',
  type: 'insurance.billing.invoice-sent.v1',
  service: 'billing',
  name: 'invoice-sent',
  organizationId: 'acme-stays',
  kind: 'invoice',
  aggregateId: '01a1f84a-95c0-734f-8cde-89a26d67220d',
  version: 3,
  reference: 'INV-2026-000311',
  headline: 'sent, 117.50 USD, due 20 Dec 2026',
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
};

export const EventSummary = component(z.object(summary), {
  id: 'EventSummary',
  description: 'Something that happened',
  example,
});
export type EventSummary = z.infer<typeof EventSummary>;

export const EventDetail = component(
  z.object({
    ...summary,
    envelope: f.jsonObject.nullable().meta({ description: 'The event as it was published; null after 30 days' }),
  }),
  {
    id: 'EventDetail',
    description: 'Something that happened, with all of it',
    example: { ...example, envelope: null },
  },
);
export type EventDetail = z.infer<typeof EventDetail>;

export const SearchResult = component(
  z.object({
    kind: f.longText.meta({ description: 'contract, policy, invoice, payment or claim' }),
    id: f.uuid,
    organizationId: f.organizationId,
    reference: f.longText,
    name: nullableText,
    status: nullableText,
  }),
  {
    id: 'SearchResult',
    description: 'Something that was found',
    example: {
      kind: 'invoice',
      id: '01a1f84a-95c0-734f-8cde-89a26d67220d',
      organizationId: 'acme-stays',
      reference: 'INV-2026-000311',
      name: null,
      status: 'SENT',
    },
  },
);
export type SearchResult = z.infer<typeof SearchResult>;

export const KnownOrganization = component(
  z.object({
    id: f.organizationId,
    firstEventAt: f.timestamp,
    lastEventAt: f.timestamp,
  }),
  {
    id: 'KnownOrganization',
    description: 'An organization that something happened to',
    example: {
      id: 'acme-stays',
      firstEventAt: '2026-10-28T14:05:12.345Z',
      lastEventAt: '2026-11-20T09:30:00.010Z',
    },
  },
);
export type KnownOrganization = z.infer<typeof KnownOrganization>;

const word = (sample: string) =>
  z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,63}$/, { error: 'must be a name' })
    .meta({ example: sample });

/** Which events. */
const filters = {
  organizationId: f.organizationId.optional(),
  service: word('billing').optional().meta({ description: 'Only events of this publisher' }),
  name: word('invoice-sent').optional().meta({ description: 'Only events of this name' }),
};

export const EventQuery = z.object({ ...filters, ...orderedPaging(numberCursor) });
export type EventQuery = z.infer<typeof EventQuery>;

export const TimelineQuery = z.object({ organizationId: f.organizationId.optional(), ...orderedPaging(numberCursor) });
export type TimelineQuery = z.infer<typeof TimelineQuery>;

const searched = f
  .requiredText(100)
  .meta({ description: 'What to look for: beginnings of words, a number, a reference, an id' });

export const SearchQuery = z.object({
  q: searched.meta({ example: 'inv 311' }),
  organizationId: f.organizationId.optional(),
  limit: f.integerParam(1, 50).default(20).meta({ description: 'Results at most' }),
});
export type SearchQuery = z.infer<typeof SearchQuery>;

export const OrganizationQuery = z.object({
  q: f.text(64).default('').meta({ description: 'How its id begins' }),
  limit: f.integerParam(1, 100).default(50).meta({ description: 'Organizations at most' }),
});
export type OrganizationQuery = z.infer<typeof OrganizationQuery>;
