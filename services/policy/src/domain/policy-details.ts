/** What a policy covers: amounts in major units of `coverageCurrency`, kept as given. */
export type Coverage = {
  contentsCoverage: number | null;
  liabilityCoverage: number | null;
  dwellingCoverage: number | null;
  totalCoverage: number | null;
  deductible: number | null;
  minimumClaim: number | null;
  coverageCurrency: string | null;
  endorsements: string[];
  endorsementSelections: Record<string, unknown>[];
};

export type AdditionalInsured = {
  name: string;
  relationship: string | null;
  addedBy: string | null;
  effectiveFrom: string | null;
  effectiveTo: string | null;
};

/** What of a policy no rule looks at. */
export type PolicyDetails = {
  name: string;
  partnerPolicyId: string | null;
  coverage: Coverage | null;
  billingFrequency: 'MONTHLY' | 'QUARTERLY' | 'ANNUAL' | 'PER_RESERVATION';
  onboardingSource: string | null;
  productId: string | null;
  productCode: string | null;
  appliesTo: string | null;
  coveredCategories: string[];
  categoryExclusions: Record<string, unknown>[];
  selectedSelfCoverage: number | null;
  additionalInsureds: AdditionalInsured[];
  pricingSource: 'FLAT' | 'RATE_TABLE' | 'COVERAGE_V4';
  productLine: string | null;
};

/** The product line that a bound policy had until a day, as JSON has it. */
type EarlierLine = { until: string; productLine: string | null };

/** The details as they are kept: with the product lines before, the first one first. */
export type KeptDetails = PolicyDetails & { earlierLines?: readonly EarlierLine[] };

/** The default details; also the value of members that a policy was created without. */
export const noDetails: PolicyDetails = {
  name: '',
  partnerPolicyId: null,
  coverage: null,
  billingFrequency: 'MONTHLY',
  onboardingSource: null,
  productId: null,
  productCode: null,
  appliesTo: null,
  coveredCategories: [],
  categoryExclusions: [],
  selectedSelfCoverage: null,
  additionalInsureds: [],
  pricingSource: 'FLAT',
  productLine: null,
};

/** The details of a new policy; its name is its reference until one is set. */
export const newDetails = (
  policyReference: string,
  given: Partial<Omit<PolicyDetails, 'coverage'>>,
  coverage?: Partial<Coverage> | null,
): PolicyDetails => ({
  ...noDetails,
  name: policyReference,
  coverage: mergeCoverage(null, coverage ?? null),
  ...given,
});

const noCoverage: Coverage = {
  contentsCoverage: null,
  liabilityCoverage: null,
  dwellingCoverage: null,
  totalCoverage: null,
  deductible: null,
  minimumClaim: null,
  coverageCurrency: null,
  endorsements: [],
  endorsementSelections: [],
};

/** The coverage with the changes, merged by member; null removes it. */
export const mergeCoverage = (coverage: Coverage | null, changes: Partial<Coverage> | null): Coverage | null =>
  changes === null ? null : { ...noCoverage, ...coverage, ...changes };
