import { FIRST_DAY } from '@staycover/kernel';
import { coverPeriods, type TermDates, unboundPeriods } from './cover-periods.ts';
import { toDatedMembers } from './dated-members.ts';
import { ruleStretches } from './eligible-nights.ts';
import type { CoverInput } from './enrollment-rows.ts';
import type { Policy } from './policy.ts';
import { type Course, stretches } from './policy-on.ts';

/**
 * When a policy covers, and which properties it takes, from the course's base on. `terms` are all of the policy's, the
 * current one last.
 */
export const coverRules = (
  policy: Policy,
  terms: readonly TermDates[],
  { changes, base }: Course,
): Pick<CoverInput, 'periods' | 'rules'> => {
  if (policy.boundAt === null) {
    return {
      periods: unboundPeriods(policy.status, terms),
      rules: [{ from: FIRST_DAY, rules: toDatedMembers(policy) }],
    };
  }
  const found = stretches(changes, base);
  return { periods: coverPeriods(found, terms), rules: ruleStretches(found) };
};
