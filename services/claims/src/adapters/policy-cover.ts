import { type NightCover, policyCover } from '@staycover/events';
import { nearestRate, rateIfAny } from '@staycover/kernel';
import { callRpc, type Nats } from '@staycover/messaging';
import { type PolicyOnNight, withLimitsOfArrival } from '../domain/cover/decide-cover.ts';

/** Which policies cover a property on a night of a stay? */
export type CoverQuestion = { organizationId: string; propertyId: string; date: string; arrivalDate: string };

/** Asks the policy service; the answer has each policy that knows the property, also one that does not cover the night. */
export type AskPolicies = (question: CoverQuestion) => Promise<PolicyOnNight[]>;

/** @throws DomainError `service-unavailable` when the policy service is silent. */
export const askPolicies =
  (nats: Nats): AskPolicies =>
  async ({ date, arrivalDate, ...property }) => {
    const policies = askNight(nats, { ...property, date });
    const onArrival = arrivalDate === date ? policies : askNight(nats, { ...property, date: arrivalDate });
    const [then, before] = await Promise.all([policies, onArrival]);
    return withLimitsOfArrival(then, before, Temporal.PlainDate.from(arrivalDate));
  };

const askNight = async (nats: Nats, question: Omit<CoverQuestion, 'arrivalDate'>): Promise<PolicyOnNight[]> => {
  const policies: NightCover[] = [];
  let cursor: string | null = null;
  do {
    const page = (await callRpc(nats, policyCover, { ...question, cursor })) as Page;
    policies.push(...page.policies);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return policies.map(policyOnNight);
};

type Page = { policies: NightCover[]; nextCursor: string | null };

const policyOnNight = ({ coverage, ...policy }: NightCover): PolicyOnNight => ({
  policyId: policy.policyId,
  policyReference: policy.policyReference ?? null,
  policyVersion: policy.policyVersion,
  covered: policy.covered,
  reason: policy.reason,
  boundAt: policy.boundAt === null ? null : Temporal.Instant.from(policy.boundAt),
  termStart: Temporal.PlainDate.from(policy.termStart),
  currency: policy.currency,
  minNights: policy.minNights,
  maxNights: policy.maxNights,
  coveredCategories: policy.coveredCategories,
  categoryExclusions: policy.categoryExclusions.flatMap(exclusion),
  coverageCurrency: coverage?.coverageCurrency ?? null,
  limits: {
    CONTENTS: rateIfAny(coverage?.contentsCoverage),
    DWELLING: rateIfAny(coverage?.dwellingCoverage),
    LIABILITY: rateIfAny(coverage?.liabilityCoverage),
  },
  totalCoverage: rateIfAny(coverage?.totalCoverage),
  deductible: rateIfAny(coverage?.deductible),
  minimumClaim: rateIfAny(coverage?.minimumClaim),
  selectedSelfCoverage: rateIfAny(policy.selectedSelfCoverage),
});

/** More than any loss: an exclusion of JSON may begin above whatever a number holds. */
const MOST = 100_000_000_000;

/** Exclusions are free JSON of the policy: what names no category excludes none. */
const exclusion = ({ category, above }: Record<string, unknown>): PolicyOnNight['categoryExclusions'][number][] => {
  if (typeof category !== 'string') return [];
  const isAmount = typeof above === 'number' && above >= 0;
  return [{ category, above: isAmount ? nearestRate(Math.min(above, MOST)) : null }];
};
