import { describe, expect, it } from '@jest/globals';
import type { z } from 'zod';
import * as api from './index.ts';

const faultPointers = (schema: z.ZodType, body: unknown): string[] => {
  const parsed = schema.safeParse(body);
  return parsed.success ? [] : api.toFaults(parsed.error).map((fault) => fault.pointer);
};

const example = (schema: z.ZodType): object => schema.meta()?.['example'] as object;
const property = { scopeType: 'PROPERTY', scopeId: 'prop-1', action: 'INCLUDE' };
const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

type Case = [fault: string, change: unknown, ...pointers: string[]];

/** Each change is made to the schema's example; it must be refused with exactly these pointers. */
const refusals: { title: string; schema: z.ZodType; change: unknown; pointers: string[] }[] = [];
const refuses = (body: string, schema: z.ZodType, cases: Case[]): void => {
  for (const [fault, change, ...pointers] of cases) {
    const merges = typeof change === 'object' && !Array.isArray(change) && change !== null;
    const changed = merges ? { ...example(schema), ...change } : change;
    refusals.push({ title: `${body} with ${fault}`, schema, change: changed, pointers });
  }
};

refuses('a new policy', api.CreatePolicyBody, [
  ['a list', [], ''],
  ['null', null, ''],
  ['no organization', { organizationId: undefined }, '/organizationId'],
  ['an unfit organization', { organizationId: 'a.b' }, '/organizationId'],
  ['a name that is cleared', { name: null }, '/name'],
  ['a long name', { name: 'x'.repeat(256) }, '/name'],
  ['an unknown currency', { currency: 'XYZ' }, '/currency'],
  ['a currency that was withdrawn', { currency: 'SLL' }, '/currency'],
  ['text for a rate', { ratePerNight: '4.25' }, '/ratePerNight'],
  ['a negative rate', { ratePerNight: -1, lossFundRatePerNight: null }, '/ratePerNight'],
  ['a loss fund above the rate', { ratePerNight: 1, lossFundRatePerNight: 1.01 }, '/lossFundRatePerNight'],
  ['a day that does not exist', { termStart: '2026-02-30' }, '/termStart'],
  ['a term that ends before it starts', { termStart: '2026-11-02', termEnd: '2026-11-01' }, '/termEnd'],
  ['nights the wrong way round', { minNights: 5, maxNights: 4 }, '/maxNights'],
  ['fractional nights', { minNights: 1.5 }, '/minNights'],
  ['an unknown billing frequency', { billingFrequency: 'DAILY' }, '/billingFrequency'],
  ['an unknown pricing source', { pricingSource: 'flat' }, '/pricingSource'],
  ['null for a list', { supportedStates: null }, '/supportedStates'],
  ['a deductible below 0', { coverage: { deductible: -1 } }, '/coverage/deductible'],
  ['a previous policy that is no UUID', { previousPolicyId: 'POL-1' }, '/previousPolicyId'],
  ['a property without an id', { enrolledProperties: [{}] }, '/enrolledProperties/0/propertyId'],
  [
    '501 properties',
    { enrolledProperties: many(501, (i) => ({ propertyId: `p${i}` })) },
    '/enrolledProperties',
    '/coverageElections',
  ],
  ['fractional nights and a bad term', { minNights: 1.5, termEnd: '2026-10-31' }, '/minNights', '/termEnd'],
  ['an unscoped election', { coverageElections: [{ ...property, scopeId: null }] }, '/coverageElections/0/scopeId'],
  [
    'an election that ends before it starts',
    { coverageElections: [{ ...property, effectiveFrom: '2026-11-02', effectiveTo: '2026-11-01' }] },
    '/coverageElections/0/effectiveTo',
  ],
  [
    'an election about another property',
    { coverageElections: [{ ...property, property: { propertyId: 'prop-2' } }] },
    '/coverageElections/0/property/propertyId',
  ],
  [
    'two elections of one name',
    { coverageElections: many(2, () => ({ ...property, electionId: 'e' })) },
    '/coverageElections',
  ],
  [
    'rates of a plan and day twice',
    { rateTableVersions: many(2, () => ({ version: 1, effectiveFrom: '2027-01-01', ratePerNight: 4 })) },
    '/rateTableVersions',
  ],
  ['overrides that are a list', { eligibilityOverrides: [] }, '/eligibilityOverrides'],
  ['several faults', { termEnd: '2026-10-31', autoRenew: 'yes', name: 1 }, '/name', '/autoRenew', '/termEnd'],
]);

refuses('a changed policy', api.UpdatePolicyBody, [
  ['501 elections', { coverageElections: many(501, () => property) }, '/coverageElections', '/coverageElections'],
  ['a term that cannot be cleared', { termEnd: null }, '/termEnd'],
]);

refuses('a changed contract', api.UpdateContractBody, [
  ['an address of mail that is none', { signatoryEmail: 'dana' }, '/signatoryEmail'],
  ['an expiration before the start', { effectiveDate: '2026-11-02', expirationDate: '2026-11-01' }, '/expirationDate'],
  ['no months', { termMonths: 0 }, '/termMonths'],
  ['a script for a document', { contractDocumentUrl: 'javascript:alert(1)' }, '/contractDocumentUrl'],
  ['long notes', { notes: 'x'.repeat(4001) }, '/notes'],
  ['a term without a description', { customTerms: [{ termName: 'a' }] }, '/customTerms/0/termDescription'],
]);

refuses('a deal', api.DealBody, [
  ['no deal id', { crmDealId: undefined }, '/crmDealId'],
  ['two different deal ids', { dealId: 'D-1' }, '/dealId'],
  ['no organization', { organizationId: undefined }, '/organizationId'],
  ['text that is not a number', { baseRatePerNight: '4,25' }, '/baseRatePerNight'],
  ['an empty string for a number', { termMonths: '' }, '/termMonths'],
  ['a bad number deep in the policy', { policy: { coverage: { deductible: '-1' } } }, '/policy/coverage/deductible'],
  ['a loss fund above the base rate', { policy: { lossFundRatePerNight: '4.26' } }, '/policy/lossFundRatePerNight'],
  [
    'a policy with a bad election',
    { policy: { coverageElections: [{}] } },
    '/policy/coverageElections/0/scopeType',
    '/policy/coverageElections/0/action',
    '/policy/coverageElections/0/scopeId',
  ],
]);

refuses('a manual line', api.LineItemBody, [
  ['no description', { description: '' }, '/description'],
  ['a long description', { description: 'x'.repeat(501) }, '/description'],
  ['nothing', { amountPennies: 0 }, '/amountPennies'],
  ['half a penny', { amountPennies: 0.5 }, '/amountPennies'],
  ['too much', { amountPennies: 1_000_000_001 }, '/amountPennies'],
  ['too much back', { amountPennies: -1_000_000_001 }, '/amountPennies'],
  ['an unknown category', { category: 'OTHER' }, '/category'],
]);

refuses('a renewal decision', api.RenewalStatusBody, [
  ['a rate for a cancellation', { status: 'CANCELLED', newRate: 4 }, '/newRate'],
]);
refuses('a reservation lookup', api.ReservationLookupBody, [
  ['neither token nor reference', { reservationReferenceId: undefined }, ''],
  ['a number', { claimToken: 5 }, '/claimToken'],
]);
refuses('a claim', api.ClaimBody, [
  ['nothing at all', [], '', '/organizationId'],
  ['no organization', { organizationId: undefined }, '/organizationId'],
  ['no reservation', { reservationReferenceId: null }, ''],
  ['an empty reservation', { reservationReferenceId: '' }, '/reservationReferenceId', ''],
  ['no description', { damageDescription: '' }, '/damageDescription'],
  ['an unknown type of cover', { coverageType: 'CAR' }, '/coverageType'],
  ['a long category', { category: 'x'.repeat(256) }, '/category'],
  ['an id that is no UUID', { claimId: 'CLM-1' }, '/claimId'],
  ['a number for its reference', { reservationId: 1.5 }, '/reservationId'],
]);

refuses('a change of a claim', api.UpdateClaimBody, [
  ['an empty description', { damageDescription: '' }, '/damageDescription'],
  ['null for the type of cover', { coverageType: null }, '/coverageType'],
  ['an estimate beyond its decimals', { estimateAmount: 0.12345 }, '/estimateAmount'],
]);

refuses('a move of a claim', api.ClaimStatusBody, [
  ['a decision', { status: 'APPROVED' }, '/status'],
  ['a payout', { status: 'PAID' }, '/status'],
  ['no state', { status: undefined }, '/status'],
]);

refuses('a stated reservation', api.StatedReservation, [
  ['no organization', { organizationId: undefined }, '/organizationId'],
  ['a departure before its arrival', { departureDate: '2026-11-11' }, '/departureDate'],
  ['an empty property', { propertyId: '' }, '/propertyId'],
]);

refuses('a draft claim', api.FollowupBody, [
  ['no claim', { claim: undefined }, '/claim'],
  ['no description', { claim: { damageDescription: '' } }, '/claim/damageDescription'],
  [
    'a stay that ends before it starts',
    { reservation: { arrivalDate: '2026-11-15', departureDate: '2026-11-12' } },
    '/reservation/departureDate',
  ],
]);

describe('a fault is named where it is', () => {
  it.each(refusals)('$title', ({ schema, change, pointers }) => {
    expect(faultPointers(schema, change)).toEqual(pointers);
  });
});

describe('status bodies', () => {
  it.each([api.PolicyStatusBody, api.ContractStatusBody, api.InvoiceStatusBody, api.RenewalStatusBody])(
    'case %#: an unknown status is refused with the allowed ones',
    (schema: z.ZodType) => {
      const parsed = schema.safeParse({ status: 'NOWHERE' });
      expect(parsed.success ? [] : api.toFaults(parsed.error)).toEqual([
        { pointer: '/status', detail: expect.stringMatching(/^must be one of [A-Z_]+, /) },
      ]);
    },
  );
});

describe('bodies that are fine', () => {
  it('may clear what can be empty', () => {
    expect(faultPointers(api.UpdatePolicyBody, { ratePerNight: null, coverage: null, maxNights: null })).toEqual([]);
  });

  it('may change nothing', () => {
    expect(faultPointers(api.UpdatePolicyBody, {})).toEqual([]);
    expect(faultPointers(api.UpdateContractBody, {})).toEqual([]);
  });

  it('leave strings alone in a deal where no number is expected', () => {
    const deal = api.DealBody.parse({
      crmDealId: '1042',
      organizationId: '77',
      termMonths: '24',
      policy: {
        eligibilityOverrides: { level: '5' },
        rateTableVersions: [{ version: '1', effectiveFrom: '2027-01-01', ratePerNight: '4' }],
      },
    });
    expect(deal).toMatchObject({
      crmDealId: '1042',
      organizationId: '77',
      termMonths: 24,
      policy: { eligibilityOverrides: { level: '5' }, rateTableVersions: [{ version: 1, ratePerNight: 4 }] },
    });
  });
});
