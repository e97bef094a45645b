import { z } from 'zod';
import {
  calendarDate,
  jsonObject,
  jsonObjects,
  list,
  longList,
  longText,
  name,
  propertyName,
  rate,
  shortText,
} from './fields.ts';
import { component, notAbove, rule, schemaExample, unique } from './rules.ts';

export const electionScopes = ['ORGANIZATION', 'GROUP', 'PROPERTY'] as const;
export const electionActions = ['INCLUDE', 'EXCLUDE'] as const;

export const Enrollment = component(
  z.object({
    propertyId: longText,
    propertyReferenceId: longText.nullable(),
    propertyName: longText.nullable(),
    enrolledDate: calendarDate,
    unenrolledDate: calendarDate.nullable().meta({ description: 'First day without cover' }),
    active: z.boolean(),
    rateOverridePerNight: z.number().nullable(),
    planId: longText
      .nullable()
      .meta({ description: 'The plan of its election; without one, that of the policy as it is today' }),
    endorsementSelections: longList(jsonObject),
    computedRatePerNight: z.number().nullable().meta({ description: 'Rate in force today' }),
    computedRatePerMonth: z
      .number()
      .nullable()
      .meta({ description: 'The flat rate per month if it decides, or else 30 times the rate per night' }),
  }),
  {
    id: 'Enrollment',
    description: 'The nights on which a property is covered; it follows from coverage elections',
    example: {
      propertyId: 'prop-101',
      propertyReferenceId: 'FL-BEACH-101',
      propertyName: 'Beach House',
      enrolledDate: '2026-11-01',
      unenrolledDate: null,
      active: true,
      rateOverridePerNight: null,
      planId: 'plan-standard',
      endorsementSelections: [],
      computedRatePerNight: 4.25,
      computedRatePerMonth: 127.5,
    },
  },
);
export type Enrollment = z.infer<typeof Enrollment>;

const propertyFacts = {
  propertyReferenceId: shortText.nullish(),
  propertyName,
  state: shortText.nullish(),
  country: shortText.nullish(),
  propertyType: shortText.nullish(),
  groupIds: list(name, 100).optional(),
};

const factsFrom = calendarDate.nullish().meta({
  description:
    'The day from which state, country, type and groups count; by default today. The first ones of a property count for all time',
});

export const PropertyFacts = component(z.object({ propertyId: name, ...propertyFacts, effectiveFrom: factsFrom }), {
  id: 'PropertyFacts',
  description: 'What is known of a property; a later statement replaces an earlier one',
  example: {
    propertyId: 'prop-101',
    propertyReferenceId: 'FL-BEACH-101',
    propertyName: 'Beach House',
    state: 'FL',
    country: 'US',
    propertyType: 'HOUSE',
    groupIds: ['florida'],
  },
});
export type PropertyFacts = z.infer<typeof PropertyFacts>;

const electionFields = z.object({
  electionId: name,
  scopeType: z.enum(electionScopes),
  scopeId: name.nullish().meta({ description: 'Group or property; not needed for ORGANIZATION' }),
  action: z.enum(electionActions),
  planId: name.nullish(),
  rateOverridePerNight: rate.nullish(),
  endorsementSelections: jsonObjects.optional(),
  effectiveFrom: calendarDate.optional().meta({ description: 'First covered night; today by default' }),
  effectiveTo: calendarDate.nullish().meta({ description: 'Last covered night' }),
  property: PropertyFacts.nullish(),
});

const withElectionRules = <S extends z.ZodObject>(schema: S): S =>
  schema
    .refine(...notAbove('effectiveFrom', 'effectiveTo'))
    .refine(
      ...rule(
        ['scopeId'],
        'is needed for this scopeType',
        (get) => get('scopeType') === 'ORGANIZATION' || !!get('scopeId'),
        { properties: { scopeType: { not: { const: 'ORGANIZATION' } }, scopeId: { type: 'null' } } },
      ),
    )
    .refine(
      ...rule(['property', 'propertyId'], 'must be the scopeId', (get) => {
        const property = get('property') as PropertyFacts | null | undefined;
        return get('scopeType') !== 'PROPERTY' || !property || property.propertyId === get('scopeId');
      }),
    );

const beachHouse = {
  electionId: 'el-1',
  scopeType: 'PROPERTY' as const,
  scopeId: 'prop-101',
  action: 'INCLUDE' as const,
  planId: 'plan-standard',
  rateOverridePerNight: null,
  endorsementSelections: [],
  effectiveFrom: '2026-11-01',
  effectiveTo: null,
  property: schemaExample(PropertyFacts),
};

/** An election of another system, which names it. */
export const Election = component(withElectionRules(electionFields), {
  id: 'Election',
  description: 'Includes an organization, a group of properties or a property in the cover, or excludes it',
  example: beachHouse,
});
export type Election = z.infer<typeof Election>;

/** An election in a policy's body, which may go without a name. */
export const ElectionBody = component(withElectionRules(electionFields.partial({ electionId: true })), {
  id: 'ElectionBody',
  description: 'Includes an organization, a group of properties or a property in the cover, or excludes it',
  example: beachHouse,
});
export type ElectionBody = z.infer<typeof ElectionBody>;

/** `min` to 500 elections, each name once. */
export const elections = <S extends z.ZodType<{ electionId?: string | undefined }>>(schema: S, min = 0) => {
  const [test, params] = unique<{ electionId?: string | undefined }>(
    (entry) => entry?.electionId,
    'must not repeat an electionId',
  );
  return list(schema, 500, min).refine((entries) => test(entries as { electionId?: string }[]), params);
};

export const EnrolledPropertyBody = component(
  z
    .object({
      propertyId: name,
      ...propertyFacts,
      enrolledDate: calendarDate.optional().meta({ description: 'First covered night; today by default' }),
      unenrolledDate: calendarDate.nullish().meta({ description: 'First day without cover' }),
      rateOverridePerNight: rate.nullish(),
      planId: name.nullish(),
      endorsementSelections: jsonObjects.optional(),
    })
    .refine(
      ...rule(['unenrolledDate'], 'must be after enrolledDate', (get) => {
        const [from, until] = [get('enrolledDate'), get('unenrolledDate')];
        return typeof from !== 'string' || typeof until !== 'string' || from < until;
      }),
    ),
  {
    id: 'EnrolledPropertyBody',
    description: 'A property to cover; it becomes an election that includes the property',
    example: {
      propertyId: 'prop-101',
      propertyName: 'Beach House',
      state: 'FL',
      country: 'US',
      planId: 'plan-standard',
    },
  },
);
export type EnrolledPropertyBody = z.infer<typeof EnrolledPropertyBody>;
