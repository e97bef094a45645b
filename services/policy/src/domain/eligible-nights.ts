import {
  type CalendarDate,
  type DateRange,
  FIRST_DAY,
  FOREVER,
  intersect,
  isSame,
  isSameDay,
  overlapping,
} from '@staycover/kernel';
import { type EligibilityRules, eligibility, isEligible } from './eligibility.ts';
import type { Stretch } from './policy-on.ts';
import { type DatedProperty, factStretches } from './property-facts.ts';

/** The policy's rules from a day on; the first hold before it too. */
export type RuleStretch = { from: CalendarDate; rules: EligibilityRules };

const pickRules = (members: EligibilityRules): EligibilityRules =>
  Object.fromEntries(eligibility.map((name) => [name, members[name]])) as EligibilityRules;

/** The rules of a policy over time: other members change without a new stretch. */
export const ruleStretches = (stretches: readonly Stretch[]): RuleStretch[] => {
  const found: RuleStretch[] = [];
  for (const { from, policy } of stretches) {
    const rules = pickRules(policy.members);
    if (!isSame(found.at(-1)?.rules, rules)) found.push({ from, rules });
  }
  return found;
};

/** Each stretch with its nights: the first holds before it too, and the last has no end. */
export const toRanges = <T extends { from: CalendarDate }>(stretches: readonly T[]): (T & DateRange)[] =>
  stretches.map((one, i) => ({
    ...one,
    start: i === 0 ? FIRST_DAY : one.from,
    end: stretches[i + 1]?.from ?? FOREVER,
  }));

/** The nights on which a policy takes a property, by the rules and the facts of each night; cut where its state changes. */
export const eligibleNights = (
  property: DatedProperty,
  rules: readonly RuleStretch[],
): (DateRange & { state: string | null })[] => {
  const found: (DateRange & { state: string | null })[] = [];
  const facts = toRanges(factStretches(property));
  for (const rule of toRanges(rules)) {
    for (const known of overlapping(facts, rule)) {
      const shared = intersect(rule, known);
      if (!shared || !isEligible({ ...known.facts, propertyId: property.propertyId }, rule.rules)) continue;
      const { state } = known.facts;
      const last = found.at(-1);
      const runsOn = last && isSameDay(last.end, shared.start) && last.state === state;
      if (runsOn) found[found.length - 1] = { ...last!, end: shared.end };
      else found.push({ ...shared, state });
    }
  }
  return found;
};
