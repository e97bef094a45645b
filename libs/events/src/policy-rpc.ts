import { datedMembers, Enrollment, fields, Policy, QuoteBody, schemaExample } from '@staycover/api';
import { everyRole } from '@staycover/kernel';
import { z } from 'zod';
import { defineRpc, RpcFailure } from './define-rpc.ts';
import { PolicyState, policyStateExample } from './policy.ts';

/** What decides cover or price, and so holds from a day on. */
export const DatedMembers = Policy.pick(datedMembers).meta({
  id: 'DatedMembers',
  description: 'What decides cover or price of a policy on a day',
});
export type DatedMembers = z.infer<typeof DatedMembers>;

const datedExample = DatedMembers.parse(policyStateExample);

export const InForce = DatedMembers.extend({
  from: fields.calendarDate.meta({ description: 'They hold from this day on, the first ones before it, too' }),
}).meta({ id: 'InForce', description: 'Dated members of a policy until the next ones' });
export type InForce = z.infer<typeof InForce>;

export const EnrollmentFacts = Enrollment.extend({
  state: fields.longText.nullable().meta({ description: 'State of the property' }),
  electionId: fields.longText.nullable().meta({ description: 'Coverage election that the enrollment follows from' }),
  electionPlanId: fields.longText
    .nullish()
    .meta({ description: "The plan that the election brings; null: the policy's of each night" }),
}).meta({ id: 'EnrollmentFacts', description: 'An enrollment with what billing needs to know beside it' });
export type EnrollmentFacts = z.infer<typeof EnrollmentFacts>;

export const PolicyGetRequest = z.object({
  policyId: fields.longText,
  organizationId: fields.organizationId.nullable().meta({ description: 'null: of whatever organization' }),
  version: z.int().min(1).optional().meta({ description: 'Pins further pages to the version of the first' }),
  sinceVersion: z.int32().min(1).optional().meta({ description: 'The version that changedFrom compares with' }),
  openFrom: fields.calendarDate.optional().meta({
    description: 'What ends before both this day and changedFrom is left out; all is there without it',
  }),
  whatIf: QuoteBody.optional(),
  roles: z.array(z.enum(everyRole)).max(everyRole.length).optional().meta({
    description: 'Roles of the caller that asks for whatIf, which limit it; without them those of an underwriter',
  }),
  cursor: fields.longText.nullish(),
  limit: z.int().min(1).max(500).optional().meta({ description: 'Enrollments of a page, 500 by default' }),
});
export type PolicyGetRequest = z.infer<typeof PolicyGetRequest>;

export const PolicySnapshot = z
  .object({
    policy: PolicyState,
    terms: fields
      .longList(
        z.object({
          termStart: fields.calendarDate,
          termEnd: fields.calendarDate,
          ratePerNight: z.number().nullish().meta({ description: 'Flat rate of nights in this term' }),
          lossFundRatePerNight: z.number().nullish(),
        }),
      )
      .meta({ description: 'All terms, oldest first, with the current one' }),
    coverageEndsOn: fields.calendarDate
      .nullable()
      .meta({ description: 'First day without cover after a cancellation or supersession' }),
    changedFrom: fields.calendarDate.nullish().meta({
      description:
        'The first night with cover or price that may differ from that of sinceVersion; null: none. ' +
        'Without sinceVersion, or with one that nothing is known of, the first night that there can be',
    }),
    inForce: fields.longList(InForce).optional().meta({
      description: 'Dated members over time, oldest first, from the earlier of changedFrom and openFrom on',
    }),
    enrollments: fields.longList(EnrollmentFacts),
    nextCursor: fields.longText.nullable(),
  })
  .meta({ id: 'PolicySnapshot', description: 'A policy with its terms and a page of its enrollments' });
export type PolicySnapshot = z.infer<typeof PolicySnapshot>;

export const policyGet = defineRpc({
  service: 'policy',
  operation: 'get',
  summary:
    'Read a policy with its terms and enrollments, or as they would be after `whatIf`, which is not kept; ' +
    'fails with not-found or version-changed',
  callers: ['billing'],
  request: PolicyGetRequest,
  response: z.union([PolicySnapshot, RpcFailure]),
  example: {
    request: {
      policyId: policyStateExample.id,
      organizationId: 'acme-stays',
      sinceVersion: 2,
      openFrom: '2026-12-01',
      limit: 500,
    },
    response: {
      policy: policyStateExample,
      terms: [{ termStart: policyStateExample.termStart, termEnd: policyStateExample.termEnd }],
      coverageEndsOn: null,
      changedFrom: '2026-11-10',
      inForce: [{ from: policyStateExample.termStart, ...datedExample }],
      enrollments: [{ ...schemaExample(Enrollment), state: 'FL', electionId: 'el-1', electionPlanId: null }],
      nextCursor: null,
    },
  },
});

const KnownPolicy = PolicyGetRequest.pick({ policyId: true, sinceVersion: true, openFrom: true });

const PolicyGetManyRequest = z.object({
  policies: z.array(KnownPolicy).min(1).max(100),
  limit: z.int().min(1).max(500).optional().meta({ description: 'Enrollments of a page, 100 by default' }),
});
export type PolicyGetManyRequest = z.infer<typeof PolicyGetManyRequest>;

const PolicySnapshots = z.object({
  policies: z.array(PolicySnapshot).max(100),
  rest: z.array(fields.longText).max(100),
});
export type PolicySnapshots = z.infer<typeof PolicySnapshots>;

export const policyGetMany = defineRpc({
  service: 'policy',
  operation: 'get-many',
  summary:
    'Read several policies as `get` does, each by its first page; those that are not there are left out, and in `rest` ' +
    'are those that did not fit into the answer',
  callers: ['billing'],
  request: PolicyGetManyRequest,
  response: z.union([PolicySnapshots, RpcFailure]),
  example: {
    request: { policies: [{ policyId: policyStateExample.id, sinceVersion: 2, openFrom: '2026-12-01' }], limit: 100 },
    response: { policies: [policyGet.example.response as PolicySnapshot], rest: [] },
  },
});

export const noCoverReasons = ['NOT_ENROLLED', 'NOT_ELIGIBLE', 'NOT_BOUND', 'SUSPENDED', 'NOT_IN_FORCE'] as const;

export const NightCover = DatedMembers.extend({
  policyId: fields.uuid,
  policyReference: fields.longText.nullish().meta({ description: 'Not from services of before' }),
  policyVersion: z.int(),
  covered: z.boolean(),
  reason: z.enum(noCoverReasons).nullable().meta({ description: 'Why the night is not covered; null when it is' }),
  boundAt: fields.timestamp.nullable().meta({ description: 'When the term of the night was bound' }),
  termStart: fields.calendarDate,
  currency: fields.longText,
}).meta({
  id: 'NightCover',
  description: 'Whether a policy covers a property on a night, and its members of that night',
});
export type NightCover = z.infer<typeof NightCover>;

export const policyCover = defineRpc({
  service: 'policy',
  operation: 'cover',
  summary: 'Read which policies of an organization know a property, and whether they cover it on a night',
  callers: ['claims'],
  request: z.object({
    organizationId: fields.organizationId,
    propertyId: fields.longText,
    date: fields.calendarDate.meta({ description: 'The day on which the night begins' }),
    cursor: fields.longText.nullish(),
  }),
  response: z.union([
    z.object({
      policies: fields.longList(NightCover).meta({ description: 'Oldest first' }),
      nextCursor: fields.longText.nullable(),
    }),
    RpcFailure,
  ]),
  example: {
    request: { organizationId: 'acme-stays', propertyId: 'prop-101', date: '2026-11-20' },
    response: {
      policies: [
        {
          ...datedExample,
          policyId: policyStateExample.id,
          policyReference: policyStateExample.policyReference,
          policyVersion: 3,
          covered: true,
          reason: null,
          boundAt: '2026-11-01T08:00:00.000Z',
          termStart: '2026-11-01',
          currency: 'USD',
        },
      ],
      nextCursor: null,
    },
  },
});
