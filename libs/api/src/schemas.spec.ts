import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import * as api from './index.ts';

/** Field names as the interface lists them. */
const fieldsBySchema: Record<string, string> = {
  Policy:
    'id organizationId contractId partnerPolicyId policyReference name coverage ratePerNight ratePerMonth ' +
    'ratePerReservation lossFundRatePerNight billingFrequency rateTableVersions eligibilityOverrides currency ' +
    'termStart termEnd autoRenew enrolledProperties activeEnrollments status onboardingSource productId ' +
    'productCode planId appliesTo supportedStates supportedCountries excludedPropertyTypes coveredCategories ' +
    'minNights maxNights categoryExclusions selectedSelfCoverage currentRenewalId previousPolicyId ' +
    'supersededByPolicyId renewalNotice60SentAt renewalNotice30SentAt renewalNotice7SentAt ' +
    'renewalManualReviewFlaggedAt renewalCount createdBy createdDate lastModifiedBy lastModifiedDate version ' +
    'additionalInsureds pricingSource coverageV4Managed productLine ' +
    // added
    'boundAt nextChangeOn cancellation activeEnrollmentCount',
  Contract:
    'id organizationId crmDealId contractReference legalBusinessName legalRegisteredAddress signatoryName ' +
    'signatoryEmail signatoryTitle effectiveDate expirationDate termMonths autoRenew renewalTermMonths ' +
    'cancellationNoticeDays bookingCoverageScope contractDocumentUrl contractSigningProvider ' +
    'contractSigningId signedDate pricingTier baseRatePerNight currency status notes customTerms createdBy ' +
    'createdDate lastModifiedBy lastModifiedDate version',
  Invoice:
    'id organizationId organizationPolicyId invoiceReference stateCode periodStart periodEnd lineItems ' +
    'subtotal tax total subtotalsByCategory currency status dueDate paidDate paymentProviderIntentId ' +
    'paymentProviderInvoiceId sentAt retryAttempt lastRetryAt nextRetryAt lastFailureReason suspendedAt ' +
    'documentType amountDue amountPaid amountCredited amountWrittenOff amountRefunded amountDisputed ' +
    'reserveSplitsPublishedAt createdBy createdDate lastModifiedBy lastModifiedDate version',
  Coverage:
    'contentsCoverage liabilityCoverage dwellingCoverage totalCoverage deductible minimumClaim ' +
    'coverageCurrency endorsements endorsementSelections',
  Enrollment:
    'propertyId propertyReferenceId propertyName enrolledDate unenrolledDate active rateOverridePerNight ' +
    'planId endorsementSelections computedRatePerNight computedRatePerMonth',
  AdditionalInsured: 'name relationship addedBy effectiveFrom effectiveTo',
  LineItem:
    'description organizationPolicyId orderId orderLineId policyId orderReference propertyName stayMonth ' +
    'productLine quantity unitPrice amount lossFundCharge category manual components audiences ' +
    // added
    'tax correctsInvoiceId',
  Component: 'code treatment amount taxable',
  Audiences: 'customerCents organizationCents partnerCents serviceCostCents',
  RenewalRecord:
    'id organizationPolicyId organizationId previousTermEnd newTermStart newTermEnd previousRate newRate ' +
    'rateAdjustment status failureReason processedAt processedBy createdBy lastModifiedBy createdDate ' +
    'lastModifiedDate version ' +
    // added
    'policyReference reviewReasons',
  RateAdjustment: 'reason percentageChange absoluteChange',
  UpcomingRenewal:
    'id organizationId contractId policyReference name currency currentRenewalId ratePerNight termStart ' +
    'termEnd autoRenew status renewalCount',
  Reservation:
    'reservationId reservationReferenceId arrivalDate departureDate numberOfNights numberOfGuests property ' +
    'selectedPolicies totalInsuranceCost claimToken isInsured propertyId',
  Claim:
    'id claimReference reservationReferenceId statusName damageDate damageDescription reservationId statusId ' +
    'estimateAmount documents claimUrls aiAssessment statusHistory createdDate lastModifiedDate ' +
    'organizationId category coverageType policyId currency cover decision reserveAmount paidAmount payouts version',
  ClaimDocument: 'fileName storageKey publicUrl contentType fileSize uploadedAt',
  AiAssessment:
    'followupQuestions followupAnswers suggestedAmount suggestedAmountMin suggestedAmountMax confidence ' +
    'reasoning flags assessedAt',
  FollowupResult: 'questions suggestedAmountMin suggestedAmountMax confidence reasoning',
  DealResult:
    'id organizationId crmDealId contractReference signatoryName signatoryEmail pricingTier currency ' +
    'effectiveDate expirationDate termMonths autoRenew baseRatePerNight status createdDate',
};

const isSchema = (entry: [string, unknown]): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType;
const schemas = Object.entries<unknown>(api).filter(isSchema);
const responses = schemas.filter(([name]) => name in fieldsBySchema) as [string, z.ZodObject][];
const described = schemas.filter(([name, schema]) => name !== 'DealBody' && schema.meta()?.['example'] !== undefined);
const sum = (amounts: number[]): number => amounts.reduce((a, b) => a + b, 0);

describe('resources', () => {
  it('are all there', () => expect(responses).toHaveLength(Object.keys(fieldsBySchema).length));

  it.each(responses)('%s has exactly the fields of the interface', (name, schema) => {
    expect(Object.keys(schema.shape).toSorted()).toEqual(fieldsBySchema[name]!.split(' ').toSorted());
  });

  it.each(responses)('%s has every field always present, and no list or map that is null', (_name, schema) => {
    for (const field of Object.values(schema.shape as Record<string, z.ZodType>)) {
      expect(field.safeParse(undefined).success).toBe(false);
      const inner = field instanceof z.ZodNullable ? field.unwrap() : undefined;
      expect(inner instanceof z.ZodArray || inner instanceof z.ZodRecord).toBe(false);
    }
  });
});

describe('examples', () => {
  it.each(described)('that of %s fits its schema and has no unknown member', (_name, schema) => {
    const example = schema.meta()?.['example'];
    expect(schema.parse(example)).toEqual(example);
  });

  it('of a deal may write numbers as strings, which come out as numbers', () => {
    expect(api.schemaExample(api.DealBody).baseRatePerNight).toBe('4.25');
    expect(api.DealBody.parse(api.schemaExample(api.DealBody)).baseRatePerNight).toBe(4.25);
  });

  it('of an invoice add up', () => {
    const { lineItems, subtotal, tax, total, subtotalsByCategory } = api.schemaExample(api.Invoice);
    expect(sum(lineItems.map((line) => line.amount))).toBe(subtotal);
    expect(sum(Object.values(subtotalsByCategory))).toBe(subtotal);
    expect(subtotal + tax).toBe(total);
    for (const line of lineItems) expect(sum(line.components.map((part) => part.amount))).toBe(line.amount);
  });
});

describe('documents', () => {
  it('can be generated from every schema, and no two components share a name', () => {
    const ids = schemas.map(([, schema]) => schema.meta()?.id).filter((id) => id !== undefined);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, schema] of schemas) {
      for (const io of ['input', 'output'] as const) expect(() => z.toJSONSchema(schema, { io })).not.toThrow();
    }
  });
});
