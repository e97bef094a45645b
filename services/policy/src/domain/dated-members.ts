import type { Policy, PolicyTerms } from './policy.ts';
import { type Coverage, mergeCoverage, type PolicyDetails } from './policy-details.ts';

/** What decides cover or price, and so holds from a day on. Everything else of a policy changes at once. */
export type DatedMembers = Pick<
  PolicyTerms,
  | 'ratePerNight'
  | 'ratePerMonth'
  | 'ratePerReservation'
  | 'lossFundRatePerNight'
  | 'rateTableVersions'
  | 'planId'
  | 'supportedStates'
  | 'supportedCountries'
  | 'excludedPropertyTypes'
  | 'eligibilityOverrides'
  | 'minNights'
  | 'maxNights'
> &
  Pick<
    PolicyDetails,
    'billingFrequency' | 'coveredCategories' | 'categoryExclusions' | 'selectedSelfCoverage' | 'coverage'
  >;

/** New values of dated members; coverage member by member, null takes it away. */
export type MemberChanges = Partial<Omit<DatedMembers, 'coverage'>> & { coverage?: Partial<Coverage> | null };

type Holder = Omit<DatedMembers, keyof PolicyDetails> & { details: PolicyDetails };

/** The dated members of a policy's row. */
export const toDatedMembers = (policy: Holder): DatedMembers => ({
  ratePerNight: policy.ratePerNight,
  ratePerMonth: policy.ratePerMonth,
  ratePerReservation: policy.ratePerReservation,
  lossFundRatePerNight: policy.lossFundRatePerNight,
  rateTableVersions: policy.rateTableVersions,
  planId: policy.planId,
  supportedStates: policy.supportedStates,
  supportedCountries: policy.supportedCountries,
  excludedPropertyTypes: policy.excludedPropertyTypes,
  eligibilityOverrides: policy.eligibilityOverrides,
  minNights: policy.minNights,
  maxNights: policy.maxNights,
  billingFrequency: policy.details.billingFrequency,
  coveredCategories: policy.details.coveredCategories,
  categoryExclusions: policy.details.categoryExclusions,
  selectedSelfCoverage: policy.details.selectedSelfCoverage,
  coverage: policy.details.coverage,
});

/** The policy's row with these dated members. */
export const withDatedMembers = <P extends Policy>(policy: P, members: DatedMembers): P => {
  const { billingFrequency, coveredCategories, categoryExclusions, selectedSelfCoverage, coverage, ...terms } = members;
  const dated = { billingFrequency, coveredCategories, categoryExclusions, selectedSelfCoverage, coverage };
  return { ...policy, ...terms, details: { ...policy.details, ...dated } };
};

/** The members once the changes hold. */
export const applyMembers = (members: DatedMembers, { coverage, ...changes }: MemberChanges): DatedMembers => ({
  ...members,
  ...changes,
  coverage: coverage === undefined ? members.coverage : mergeCoverage(members.coverage, coverage),
});
