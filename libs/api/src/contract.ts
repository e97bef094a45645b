import { z } from 'zod';
import { audit } from './audit.ts';
import * as f from './fields.ts';
import { personal } from './personal-data.ts';
import { component, notAbove } from './rules.ts';

export const contractStatuses = ['DRAFT', 'ACTIVE', 'SUSPENDED', 'EXPIRED', 'TERMINATED'] as const;

export const ContractStatus = z
  .enum(contractStatuses)
  .meta({ id: 'ContractStatus', description: 'State of a contract' });
export type ContractStatus = z.infer<typeof ContractStatus>;

const nullableText = f.longText.nullable();
const CustomTerm = z.object({ termName: f.longText, termDescription: f.longText });

export const Contract = component(
  z.object({
    id: f.uuid,
    organizationId: f.organizationId,
    crmDealId: f.longText,
    contractReference: f.longText,
    ...personal({
      legalBusinessName: nullableText,
      legalRegisteredAddress: nullableText,
      signatoryName: nullableText,
      signatoryEmail: nullableText,
      signatoryTitle: nullableText,
    }),
    effectiveDate: f.calendarDate,
    expirationDate: f.calendarDate.meta({ description: 'Last day of the contract' }),
    termMonths: z.int(),
    autoRenew: z.boolean(),
    renewalTermMonths: z.int(),
    cancellationNoticeDays: z.int(),
    bookingCoverageScope: nullableText,
    contractDocumentUrl: nullableText,
    contractSigningProvider: nullableText,
    contractSigningId: nullableText,
    signedDate: f.calendarDate.nullable(),
    pricingTier: nullableText,
    baseRatePerNight: z.number().nullable(),
    currency: f.longText,
    status: ContractStatus,
    ...personal({ notes: nullableText }),
    customTerms: f.longList(CustomTerm),
    ...audit,
  }),
  {
    id: 'Contract',
    description: 'A contract with an organization, made by a closed deal',
    example: {
      id: '01a182d4-4719-7132-888a-7f24aeff7c56',
      organizationId: 'acme-stays',
      crmDealId: 'D-1042',
      contractReference: 'CON-2026-000042',
      legalBusinessName: 'Acme Stays LLC',
      legalRegisteredAddress: '12 Harbor Street, Miami, FL 33101',
      signatoryName: 'Dana Reyes',
      signatoryEmail: 'dana.reyes@acme-stays.example',
      signatoryTitle: 'COO',
      effectiveDate: '2026-11-01',
      expirationDate: '2027-10-31',
      termMonths: 12,
      autoRenew: true,
      renewalTermMonths: 12,
      cancellationNoticeDays: 30,
      bookingCoverageScope: 'ALL_BOOKINGS',
      contractDocumentUrl: 'https://documents.acme-stays.example/CON-2026-000042.pdf',
      contractSigningProvider: 'DOCUSIGN',
      contractSigningId: 'env-5581',
      signedDate: '2026-10-27',
      pricingTier: 'STANDARD',
      baseRatePerNight: 4.25,
      currency: 'USD',
      status: 'DRAFT',
      notes: null,
      customTerms: [{ termName: 'Onboarding', termDescription: 'First month without service fee' }],
      createdBy: 'crm-webhook',
      createdDate: '2026-10-28T14:05:12.345Z',
      lastModifiedBy: 'crm-webhook',
      lastModifiedDate: '2026-10-28T14:05:12.345Z',
      version: 1,
    },
  },
);
export type Contract = z.infer<typeof Contract>;

const months = f.integer(1, 600);

/** Members of a contract that the deal and a PUT can set. */
export const writableContract = {
  ...personal({
    legalBusinessName: f.shortText.nullish(),
    legalRegisteredAddress: f.shortText.nullish(),
    signatoryName: f.shortText.nullish(),
    signatoryEmail: f.email.nullish(),
    signatoryTitle: f.shortText.nullish(),
  }),
  effectiveDate: f.calendarDate.optional().meta({ description: 'Today by default' }),
  expirationDate: f.calendarDate
    .optional()
    .meta({ description: 'effectiveDate + termMonths - 1 day by default, and after a change of termMonths' }),
  termMonths: months.optional().meta({
    description: 'By default the whole months from effectiveDate to expirationDate where a deal has both, else 12',
  }),
  autoRenew: z.boolean().optional().meta({ description: 'true by default' }),
  renewalTermMonths: months.optional().meta({ description: 'termMonths by default' }),
  cancellationNoticeDays: f.integer(0, 3650).optional().meta({ description: '30 by default' }),
  bookingCoverageScope: f.shortText.nullish(),
  contractDocumentUrl: f.url.nullish(),
  contractSigningProvider: f.shortText.nullish(),
  contractSigningId: f.shortText.nullish(),
  signedDate: f.calendarDate.nullish(),
  pricingTier: f.shortText.nullish(),
  baseRatePerNight: f.rate.nullish(),
  currency: f.currency.optional().meta({ description: 'USD by default' }),
  ...personal({ notes: f.notes.nullish() }),
  customTerms: f.list(z.object({ termName: f.name, termDescription: f.notes }), 500).optional(),
};

export const UpdateContractBody = component(
  z.object(writableContract).refine(...notAbove('effectiveDate', 'expirationDate')),
  {
    id: 'UpdateContractBody',
    description: 'What to change: absent members are kept, `null` clears one, lists are replaced',
    example: { signatoryTitle: 'CEO', notes: 'Renegotiate the tier in spring', contractDocumentUrl: null },
  },
);
export type UpdateContractBody = z.infer<typeof UpdateContractBody>;

export const ContractStatusBody = component(z.object({ status: ContractStatus }), {
  id: 'ContractStatusBody',
  description: 'The state to move the contract to',
  example: { status: 'ACTIVE' },
});
export type ContractStatusBody = z.infer<typeof ContractStatusBody>;
