import type { Property } from './election.ts';
import type { PolicyTerms } from './policy.ts';

/** The members that decide which properties a policy takes. */
export const eligibility = [
  'supportedStates',
  'supportedCountries',
  'excludedPropertyTypes',
  'eligibilityOverrides',
] as const;

export type EligibilityRules = Pick<PolicyTerms, (typeof eligibility)[number]>;

/**
 * Whether a policy takes a property at all. An override by property id decides alone; otherwise its state and country
 * must be among the supported ones when there are any, and its type not among the excluded.
 */
export const isEligible = (
  property: Pick<Property, 'propertyId' | 'state' | 'country' | 'propertyType'>,
  rules: EligibilityRules,
): boolean => {
  const override = Object.hasOwn(rules.eligibilityOverrides, property.propertyId)
    ? rules.eligibilityOverrides[property.propertyId]
    : undefined;
  if (override === 'ALLOW' || override === 'DENY') return override === 'ALLOW';
  return (
    (rules.supportedStates.length === 0 || has(rules.supportedStates, property.state)) &&
    (rules.supportedCountries.length === 0 || has(rules.supportedCountries, property.country)) &&
    !has(rules.excludedPropertyTypes, property.propertyType)
  );
};

/** Cached, because a list is checked for each of thousands of properties. */
const lowered = new WeakMap<readonly string[], ReadonlySet<string>>();

const lowerCased = (list: readonly string[]): ReadonlySet<string> =>
  lowered.getOrInsertComputed(list, () => new Set(list.map((entry) => entry.toLowerCase())));

const has = (list: readonly string[], value: string | null): boolean =>
  value !== null && lowerCased(list).has(value.toLowerCase());
