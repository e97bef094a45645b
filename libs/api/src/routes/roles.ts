import type { UpdateContractBody } from '../contract.ts';
import type { ElectionBody } from '../enrollment.ts';
import { rolesByMember } from '../member-roles.ts';
import type { UpdatePolicyBody } from '../policy-bodies.ts';

/** An election sets cover; its rate is a price, and a plan sets one. */
const electionRoles = rolesByMember<ElectionBody>({
  electionId: 'write',
  scopeType: 'write',
  scopeId: 'write',
  action: 'write',
  planId: 'underwrite',
  rateOverridePerNight: 'underwrite',
  endorsementSelections: 'write',
  effectiveFrom: 'write',
  effectiveTo: 'write',
  property: 'write',
});

/** Who may change what of a policy: customers names and elections, underwriters price, cover, term and eligibility. */
export const policyRoles = rolesByMember<UpdatePolicyBody>({
  name: 'write',
  partnerPolicyId: 'write',
  onboardingSource: 'write',
  additionalInsureds: 'write',
  coverageElections: { role: 'write', entries: electionRoles },
  effectiveFrom: 'underwrite',
  contractId: 'underwrite',
  coverage: 'underwrite',
  ratePerNight: 'underwrite',
  ratePerMonth: 'underwrite',
  ratePerReservation: 'underwrite',
  lossFundRatePerNight: 'underwrite',
  billingFrequency: 'underwrite',
  rateTableVersions: 'underwrite',
  eligibilityOverrides: 'underwrite',
  termStart: 'underwrite',
  termEnd: 'underwrite',
  autoRenew: 'underwrite',
  productId: 'underwrite',
  productCode: 'underwrite',
  planId: 'underwrite',
  appliesTo: 'underwrite',
  supportedStates: 'underwrite',
  supportedCountries: 'underwrite',
  excludedPropertyTypes: 'underwrite',
  coveredCategories: 'underwrite',
  minNights: 'underwrite',
  maxNights: 'underwrite',
  categoryExclusions: 'underwrite',
  selectedSelfCoverage: 'underwrite',
  pricingSource: 'underwrite',
  productLine: 'underwrite',
});

/** The role for each member of a contract: customers set names and contacts, underwriters the agreed terms. */
export const contractRoles = rolesByMember<UpdateContractBody>({
  legalBusinessName: 'write',
  legalRegisteredAddress: 'write',
  signatoryName: 'write',
  signatoryEmail: 'write',
  signatoryTitle: 'write',
  notes: 'write',
  effectiveDate: 'underwrite',
  expirationDate: 'underwrite',
  termMonths: 'underwrite',
  autoRenew: 'underwrite',
  renewalTermMonths: 'underwrite',
  cancellationNoticeDays: 'underwrite',
  bookingCoverageScope: 'underwrite',
  contractDocumentUrl: 'underwrite',
  contractSigningProvider: 'underwrite',
  contractSigningId: 'underwrite',
  signedDate: 'underwrite',
  pricingTier: 'underwrite',
  baseRatePerNight: 'underwrite',
  currency: 'underwrite',
  customTerms: 'underwrite',
});
