import { z } from 'zod';
import {
  amount,
  calendarDate,
  currency,
  integer,
  jsonObject,
  jsonObjects,
  longList,
  longText,
  name,
  rate,
  shortText,
  textList,
} from './fields.ts';
import { component, notAbove, within } from './rules.ts';

const nullableNumber = z.number().nullable();

export const Coverage = component(
  z.object({
    contentsCoverage: nullableNumber,
    liabilityCoverage: nullableNumber,
    dwellingCoverage: nullableNumber,
    totalCoverage: nullableNumber,
    deductible: nullableNumber,
    minimumClaim: nullableNumber,
    coverageCurrency: longText.nullable(),
    endorsements: longList(longText),
    endorsementSelections: longList(jsonObject),
  }),
  {
    id: 'Coverage',
    description: 'What the policy covers, in major units of `coverageCurrency`',
    example: {
      contentsCoverage: 25_000,
      liabilityCoverage: 1_000_000,
      dwellingCoverage: 500_000,
      totalCoverage: 1_525_000,
      deductible: 250,
      minimumClaim: 50,
      coverageCurrency: 'USD',
      endorsements: ['POOL'],
      endorsementSelections: [{ code: 'POOL', limit: 10_000 }],
    },
  },
);
export type Coverage = z.infer<typeof Coverage>;

export const CoverageBody = component(
  z.object({
    contentsCoverage: amount.nullish(),
    liabilityCoverage: amount.nullish(),
    dwellingCoverage: amount.nullish(),
    totalCoverage: amount.nullish(),
    deductible: amount.nullish(),
    minimumClaim: amount.nullish(),
    coverageCurrency: currency.nullish(),
    endorsements: textList.optional(),
    endorsementSelections: jsonObjects.optional(),
  }),
  {
    id: 'CoverageBody',
    description: 'Members that are absent keep their value, `null` clears one',
    example: { contentsCoverage: 25_000, liabilityCoverage: 1_000_000, deductible: 250, coverageCurrency: 'USD' },
  },
);
export type CoverageBody = z.infer<typeof CoverageBody>;

export const AdditionalInsured = component(
  z.object({
    name: longText,
    relationship: longText.nullable(),
    addedBy: longText.nullable(),
    effectiveFrom: calendarDate.nullable(),
    effectiveTo: calendarDate.nullable(),
  }),
  {
    id: 'AdditionalInsured',
    description: 'Another person or company that the policy insures',
    example: {
      name: 'Palm Coast Lending LLC',
      relationship: 'MORTGAGEE',
      addedBy: 'crm-webhook',
      effectiveFrom: '2026-11-01',
      effectiveTo: null,
    },
  },
);
export type AdditionalInsured = z.infer<typeof AdditionalInsured>;

export const AdditionalInsuredBody = component(
  z
    .object({
      name,
      relationship: shortText.nullish(),
      addedBy: shortText.nullish().meta({ description: 'Defaults to the caller' }),
      effectiveFrom: calendarDate.nullish(),
      effectiveTo: calendarDate.nullish(),
    })
    .refine(...notAbove('effectiveFrom', 'effectiveTo')),
  {
    id: 'AdditionalInsuredBody',
    description: 'Another person or company that the policy insures',
    example: { name: 'Palm Coast Lending LLC', relationship: 'MORTGAGEE', effectiveFrom: '2026-11-01' },
  },
);
export type AdditionalInsuredBody = z.infer<typeof AdditionalInsuredBody>;

const rateTableVersion = {
  version: integer(1, 1_000_000),
  planId: longText.nullable(),
  effectiveFrom: calendarDate,
  ratePerNight: z.number(),
  lossFundRatePerNight: z.number().nullable(),
};

const januaryRates = {
  version: 2,
  planId: 'plan-standard',
  effectiveFrom: '2027-01-01',
  ratePerNight: 4.5,
  lossFundRatePerNight: 1.15,
};

export const RateTableVersion = component(z.object(rateTableVersion), {
  id: 'RateTableVersion',
  description: 'Rates of a plan (`null`: of every plan) from a day on',
  example: januaryRates,
});
export type RateTableVersion = z.infer<typeof RateTableVersion>;

export const RateTableVersionBody = component(
  z
    .object({
      ...rateTableVersion,
      planId: name.nullish(),
      ratePerNight: rate,
      lossFundRatePerNight: rate.nullish(),
    })
    .refine(...within('lossFundRatePerNight', 'ratePerNight')),
  { id: 'RateTableVersionBody', description: 'Rates of a plan from a day on', example: januaryRates },
);
export type RateTableVersionBody = z.infer<typeof RateTableVersionBody>;
