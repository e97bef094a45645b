import { z } from 'zod';
import { AdditionalInsuredBody, CoverageBody, RateTableVersionBody } from './coverage.ts';
import { ElectionBody, EnrolledPropertyBody, elections } from './enrollment.ts';
import * as f from './fields.ts';
import { personal } from './personal-data.ts';
import { billingFrequencies, pricingSources } from './policy.ts';
import { notAbove, rule, unique, within } from './rules.ts';

const nights = f.integer(0, 36_500);

const rateTableVersions = f
  .list(RateTableVersionBody, 500)
  .refine(
    ...unique<RateTableVersionBody>(
      (entry) => JSON.stringify([entry?.planId ?? null, entry?.effectiveFrom, entry?.version]),
      'must not repeat a version of a plan and day',
    ),
  );

/** What a policy's POST and PUT both take. Absent keeps the value (or the default), `null` clears it. */
export const writable = {
  partnerPolicyId: f.shortText.nullish(),
  contractId: f.shortText
    .overwrite(f.inSmallLetters)
    .nullish()
    .meta({ description: 'Kept as given, a UUID in small letters' }),
  name: f.name.optional().meta({ description: 'The policy reference by default' }),
  coverage: CoverageBody.nullish(),
  ratePerNight: f.rate.nullish(),
  ratePerMonth: f.rate.nullish(),
  ratePerReservation: f.rate.nullish(),
  lossFundRatePerNight: f.rate.nullish().meta({ description: 'Part of ratePerNight that feeds the loss fund' }),
  billingFrequency: z.enum(billingFrequencies).optional().meta({ description: 'MONTHLY by default' }),
  rateTableVersions: rateTableVersions.optional(),
  eligibilityOverrides: f.jsonObject.optional(),
  termStart: f.calendarDate.optional().meta({ description: 'Today by default' }),
  termEnd: f.calendarDate.optional().meta({ description: 'Last day of the term; 12 months less a day by default' }),
  autoRenew: z.boolean().optional().meta({ description: 'true by default' }),
  onboardingSource: f.shortText.nullish(),
  productId: f.shortText.nullish(),
  productCode: f.shortText.nullish(),
  planId: f.shortText.nullish().meta({ description: 'The plan of elections that name none' }),
  appliesTo: f.shortText.nullish(),
  supportedStates: f.textList.optional(),
  supportedCountries: f.textList.optional(),
  excludedPropertyTypes: f.textList.optional(),
  coveredCategories: f.textList.optional(),
  minNights: nights.nullish(),
  maxNights: nights.nullish(),
  categoryExclusions: f.jsonObjects.optional(),
  selectedSelfCoverage: f.amount.nullish(),
  ...personal({ additionalInsureds: f.list(AdditionalInsuredBody, 500).optional() }),
  pricingSource: z
    .enum(pricingSources)
    .optional()
    .meta({ description: 'A label, FLAT by default: prices follow from rates and rateTableVersions' }),
  productLine: f.shortText
    .nullish()
    .meta({ description: 'Policies of different product lines may cover the same night' }),
  coverageElections: elections(ElectionBody).optional(),
};

/** What only a POST takes. */
export const atCreation = {
  organizationId: f.organizationId,
  currency: f.currency.optional().meta({ description: 'USD by default' }),
  previousPolicyId: f.uuid.nullish().meta({ description: 'The policy that this one replaces once it is ACTIVE' }),
  enrolledProperties: f.list(EnrolledPropertyBody, 500).optional(),
};

const listLength = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

export const withPolicyRules = <S extends z.ZodObject>(schema: S): S =>
  schema
    .refine(...notAbove('termStart', 'termEnd'))
    .refine(...notAbove('minNights', 'maxNights'))
    .refine(...within('lossFundRatePerNight', 'ratePerNight'))
    .refine(
      ...rule(
        ['coverageElections'],
        'must not be more than 500 together with enrolledProperties',
        (get) => listLength(get('coverageElections')) + listLength(get('enrolledProperties')) <= 500,
      ),
    );

export const effectiveFrom = f.calendarDate.optional().meta({
  description:
    'The day from which members that decide cover and price change: by default today, or the first day of the term if that is later',
});
