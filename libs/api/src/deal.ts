import { z } from 'zod';
import { Contract, writableContract } from './contract.ts';
import * as f from './fields.ts';
import { acceptingNumericStrings } from './numeric-strings.ts';
import { DealPolicyBody } from './policy-bodies.ts';
import { component, notAbove, orNull, rule, schemaExample } from './rules.ts';

/** Null is the same as absent in a deal. */
const dealFields = orNull({
  crmDealId: f.name.optional().meta({ description: 'Needed, here or as `dealId`' }),
  dealId: f.name.optional().meta({ description: 'Another name of crmDealId' }),
  organizationId: f.organizationId,
  eventId: f.shortText.nullish(),
  dealName: f.shortText.nullish(),
  closedAt: f.instant.nullish(),
  ...writableContract,
  policy: DealPolicyBody.optional(),
});

const lossFundWithinBaseRate = rule(
  ['policy', 'lossFundRatePerNight'],
  'must not be above baseRatePerNight, the rate of the policy by default',
  (get) => {
    const policy = get('policy') as DealPolicyBody | null | undefined;
    const [base, lossFund] = [get('baseRatePerNight'), policy?.lossFundRatePerNight];
    if (typeof policy?.ratePerNight === 'number') return true;
    return typeof base !== 'number' || typeof lossFund !== 'number' || lossFund <= base;
  },
);

/** A closed deal with its values as typed numbers. */
export const Deal = z
  .object(dealFields)
  .refine(
    ...rule(['crmDealId'], 'is needed', (get) => (get('crmDealId') ?? get('dealId') ?? null) !== null, {
      properties: { crmDealId: { type: 'null' }, dealId: { type: 'null' } },
    }),
  )
  .refine(
    ...rule(['dealId'], 'must be the crmDealId', (get) => {
      const [id, alias] = [get('crmDealId'), get('dealId')];
      return (id ?? null) === null || (alias ?? null) === null || id === alias;
    }),
  )
  .refine(...notAbove('effectiveDate', 'expirationDate'))
  .refine(...lossFundWithinBaseRate);
export type Deal = z.infer<typeof Deal>;

/** The canonical body of a closed deal. CRMs may write its numbers as strings; they come out as numbers. */
export const DealBody = component(acceptingNumericStrings(Deal), {
  id: 'DealBody',
  description: 'A closed deal: its contract, and the policy that starts with it. Numbers may be strings.',
  example: {
    crmDealId: 'D-1042',
    organizationId: 'acme-stays',
    eventId: 'evt-77120',
    dealName: 'Acme Stays 2026',
    closedAt: '2026-10-28T14:05:10Z',
    legalBusinessName: 'Acme Stays LLC',
    signatoryName: 'Dana Reyes',
    signatoryEmail: 'dana.reyes@acme-stays.example',
    effectiveDate: '2026-11-01',
    termMonths: 12,
    autoRenew: true,
    pricingTier: 'STANDARD',
    baseRatePerNight: '4.25',
    currency: 'USD',
    policy: schemaExample(DealPolicyBody),
  },
});
export type DealBody = z.infer<typeof DealBody>;

export const HubSpotDeal = component(
  z.looseObject({
    objectId: z.unknown().meta({ description: 'Id of the deal, a number or text; it becomes crmDealId' }),
    properties: f.map(f.longText, z.unknown(), 1_000),
  }),
  {
    id: 'HubSpotDeal',
    description: 'What a HubSpot workflow sends; configuration maps its properties to the fields of a deal',
    example: {
      objectId: 90_210,
      properties: {
        dealname: 'Acme Stays 2026',
        dealstage: 'closedwon',
        closedate: '2026-10-28',
        organization_id: 'acme-stays',
        base_rate_per_night: '4.25',
      },
    },
  },
);
export type HubSpotDeal = z.infer<typeof HubSpotDeal>;

export const PipedriveDeal = component(
  z.looseObject({
    meta: z.looseObject({ entity: z.literal('deal') }),
    data: z.looseObject({
      id: z.unknown().optional().meta({ description: 'Id of the deal, a number or text; it becomes crmDealId' }),
      status: z.unknown().optional().meta({ description: 'Anything but `won` is ignored' }),
    }),
  }),
  {
    id: 'PipedriveDeal',
    description: 'What a Pipedrive v2 webhook sends; configuration maps its data to the fields of a deal',
    example: {
      meta: { action: 'change', entity: 'deal' },
      data: {
        id: 5521,
        status: 'won',
        title: 'Acme Stays 2026',
        custom_fields: { organization_id: 'acme-stays', base_rate_per_night: 4.25 },
      },
    },
  },
);
export type PipedriveDeal = z.infer<typeof PipedriveDeal>;

/** The documented body of the webhook; the contract service distinguishes the three by their shape. */
export const DealWebhookBody = z.union([DealBody, HubSpotDeal, PipedriveDeal]);

const summaryFields = {
  id: true,
  organizationId: true,
  crmDealId: true,
  contractReference: true,
  signatoryName: true,
  signatoryEmail: true,
  pricingTier: true,
  currency: true,
  effectiveDate: true,
  expirationDate: true,
  termMonths: true,
  autoRenew: true,
  baseRatePerNight: true,
  status: true,
  createdDate: true,
} as const;

const ContractSummaryFields = Contract.pick(summaryFields);

export const DealResult = component(ContractSummaryFields, {
  id: 'DealResult',
  description: 'The contract that the deal made',
  example: ContractSummaryFields.parse(schemaExample(Contract)),
});
export type DealResult = z.infer<typeof DealResult>;

export const DealIgnored = component(z.object({ ignored: z.literal(true), reason: f.longText }), {
  id: 'DealIgnored',
  description: 'The deal is not won, nothing was done',
  example: { ignored: true, reason: 'The deal is in stage contractsent, not closedwon.' },
});
export type DealIgnored = z.infer<typeof DealIgnored>;
