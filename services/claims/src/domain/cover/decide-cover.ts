import {
  businessDate,
  type CalendarDate,
  type Currency,
  compareTexts,
  daysIn,
  type Instant,
  isAfter,
  isBefore,
  least,
  sum,
} from '@staycover/kernel';
import type { Amount } from '../amount.ts';
import type { CoverageType } from '../content.ts';
import type { Cover, NoCoverReason } from './cover.ts';

/** The cover of a property on a night by one policy. */
export type PolicyOnNight = {
  policyId: string;
  policyReference: string | null;
  policyVersion: number;
  covered: boolean;
  reason: NoCoverReason | null;
  boundAt: Instant | null;
  termStart: CalendarDate;
  currency: Currency;
  /** As set on the night of arrival. */
  minNights: number | null;
  maxNights: number | null;
  /** Empty: all. */
  coveredCategories: readonly string[];
  /** Without `above` the category is excluded, else covered up to it. */
  categoryExclusions: readonly { category: string; above: Amount | null }[];
  coverageCurrency: Currency | null;
  limits: Readonly<Record<CoverageType, Amount | null>>;
  totalCoverage: Amount | null;
  deductible: Amount | null;
  minimumClaim: Amount | null;
  selectedSelfCoverage: Amount | null;
};

/** What the guest chose with the reservation. */
export type Selected = {
  limits: Readonly<Record<CoverageType, Amount | null>>;
  deductible: Amount | null;
  currency: Currency | null;
};

export type Stay = {
  arrivalDate: CalendarDate;
  departureDate: CalendarDate;
  selected: readonly Selected[];
};

export type Damage = { damageDate: CalendarDate; category: string | null; coverageType: CoverageType };

/** The night of a damage: on the day of departure, the one before. */
export const damageNight = (damageDate: CalendarDate, { arrivalDate, departureDate }: Stay): CalendarDate =>
  damageDate.equals(departureDate) && isAfter(departureDate, arrivalDate)
    ? damageDate.subtract({ days: 1 })
    : damageDate;

/**
 * How long a stay may be is what was set on its first night, as in billing. A policy that is new since then has its own
 * limits.
 */
export const withLimitsOfArrival = (
  policies: readonly PolicyOnNight[],
  onArrival: readonly PolicyOnNight[],
  arrival: CalendarDate,
): PolicyOnNight[] => {
  const begun = onArrival.filter(({ termStart }) => !isAfter(termStart, arrival));
  const known = new Map(begun.map((policy) => [policy.policyId, policy]));
  return policies.map((policy) => {
    const { minNights, maxNights } = known.get(policy.policyId) ?? policy;
    return { ...policy, minNights, maxNights };
  });
};

/** Why a policy does not cover a night, what is nearest to cover first; null covers. */
const nearest: readonly (NoCoverReason | null)[] = [
  null,
  'SUSPENDED',
  'NOT_ELIGIBLE',
  'NOT_ENROLLED',
  'NOT_BOUND',
  'NOT_IN_FORCE',
];

/** Of several that cover the one bound first decides; without any, the nearest to cover of all that know the property. */
const decisive = (policies: readonly PolicyOnNight[]): PolicyOnNight | undefined => {
  const distance = ({ reason }: PolicyOnNight): number => nearest.indexOf(reason);
  const boundAt = ({ boundAt: bound }: PolicyOnNight): number => bound?.epochMilliseconds ?? Number.MAX_SAFE_INTEGER;
  return policies.toSorted(
    (a, b) => distance(a) - distance(b) || boundAt(a) - boundAt(b) || compareTexts(a.policyId, b.policyId),
  )[0];
};

const totalStated = (amounts: readonly (Amount | null)[]): Amount | null => {
  const stated = amounts.filter((amount) => amount !== null);
  return stated.length > 0 ? sum(stated) : null;
};

/** Whether a choice of the stay has amounts for the damage: what covers other types only may be in any currency. */
const countsFor =
  ({ coverageType }: Damage) =>
  ({ limits, deductible }: Selected): boolean =>
    [limits[coverageType], deductible].some((amount) => amount !== null && amount > 0n);

const isOutside = ({ damageDate }: Damage, { arrivalDate, departureDate }: Stay): boolean =>
  isBefore(damageDate, arrivalDate) || isAfter(damageDate, departureDate);

/**
 * The cover of a damage: that of the policy on its night, with the limits that the stay has chosen; null when unknown.
 * Outside of the stay there is none, whatever covers the property.
 */
export const decideCover = (damage: Damage, stay: Stay, policies: readonly PolicyOnNight[]): Cover | null => {
  const policy = decisive(policies);
  const { selected } = stay;
  if (!policy && selected.length === 0 && !isOutside(damage, stay)) return null;
  const limit =
    totalStated(selected.map(({ limits }) => limits[damage.coverageType])) ??
    policy?.limits[damage.coverageType] ??
    null;
  const chosen = selected.filter(countsFor(damage)).map(({ currency }) => currency);
  const currencies = [policy?.currency, policy?.coverageCurrency, ...chosen].filter((code) => code != null);
  const currency = currencies[0] ?? null;
  const reason = findNoCoverReason(damage, stay, policy, limit);
  return {
    policyId: policy?.policyId ?? null,
    policyReference: policy?.policyReference ?? null,
    policyVersion: policy?.policyVersion ?? null,
    covered: reason === null,
    reason,
    currency,
    otherCurrencies: [...new Set(currencies)].filter((code) => code !== currency),
    limit,
    termLimit: policy?.totalCoverage ?? null,
    termStart: policy?.termStart ?? null,
    cap: policy ? categoryCap(damage, policy) : null,
    deductible: totalStated(selected.map(({ deductible }) => deductible)) ?? policy?.deductible ?? 0n,
    minimumClaim: policy?.minimumClaim ?? 0n,
    selfCoverage: policy?.selectedSelfCoverage ?? null,
    flags: policy?.boundAt && isBefore(damage.damageDate, businessDate(policy.boundAt)) ? ['BOUND_AFTER_LOSS'] : [],
  };
};

/** Categories are free text of policies and claimants. */
const isSameCategory = (category: string | null, named: string): boolean =>
  category?.trim().toLowerCase() === named.trim().toLowerCase();

const categoryCap = ({ category }: Damage, { categoryExclusions }: PolicyOnNight): Amount | null => {
  const caps = categoryExclusions.filter((rule) => isSameCategory(category, rule.category)).map(({ above }) => above);
  return caps.filter((above) => above !== null).reduce<Amount | null>((a, b) => (a === null ? b : least(a, b)), null);
};

const findNoCoverReason = (
  damage: Damage,
  stay: Stay,
  policy: PolicyOnNight | undefined,
  limit: Amount | null,
): NoCoverReason | null => {
  if (isOutside(damage, stay)) return 'OUTSIDE_STAY';
  const nights = daysIn({ start: stay.arrivalDate, end: stay.departureDate });
  if (policy && !policy.covered) return policy.reason;
  if (policy?.minNights != null && nights < policy.minNights) return 'STAY_TOO_SHORT';
  if (policy?.maxNights != null && nights > policy.maxNights) return 'STAY_TOO_LONG';
  if (policy && isExcluded(damage.category, policy)) return 'EXCLUDED';
  return limit === null || limit === 0n ? 'NO_LIMIT' : null;
};

const isExcluded = (category: string | null, { coveredCategories, categoryExclusions }: PolicyOnNight): boolean =>
  (coveredCategories.length > 0 && !coveredCategories.some((named) => isSameCategory(category, named))) ||
  categoryExclusions.some((rule) => rule.above === null && isSameCategory(category, rule.category));
