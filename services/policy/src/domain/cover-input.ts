import { coverPeriods, type TermDates, unboundPeriods } from './cover-periods.ts';
import { toDatedMembers } from './dated-members.ts';
import { ruleStretches } from './eligible-nights.ts';
import type { CoverInput } from './enrollment-rows.ts';
import type { Policy } from './policy.ts';
import type { PolicyChange } from './policy-change.ts';
import { type Stretch, stretches } from './policy-on.ts';
import { FIRST_DAY } from './property-facts.ts';

/** A policy with its changes and all its terms, the current one last. */
export type PolicyCourse = {
  policy: Policy;
  changes: readonly PolicyChange[];
  terms: readonly TermDates[];
};

/**
 * When a policy covers, and which properties it takes. With `base`, the policy as of some day, later changes are
 * enough, and the result holds from that day on.
 */
export const coverRules = (
  { policy, changes, terms }: PolicyCourse,
  base: Stretch | null = null,
): Pick<CoverInput, 'periods' | 'rules'> => {
  if (policy.boundAt === null) {
    return {
      periods: unboundPeriods(policy.status, terms),
      rules: [{ from: FIRST_DAY, rules: toDatedMembers(policy) }],
    };
  }
  const course = stretches(changes, base);
  return { periods: coverPeriods(course, terms), rules: ruleStretches(course) };
};
