import { type CalendarDate, earliest, isSame, soonest } from '@staycover/kernel';
import { type DatedMembers, type MemberChanges, toDatedMembers } from './dated-members.ts';
import { dayAfterTerm, type Policy } from './policy.ts';
import { type PolicyDecision, recordedBy } from './policy-in-time.ts';

const coverInputs = (policy: Policy) => {
  const { status, termStart, termEnd } = policy;
  return { status, termStart, termEnd, members: toDatedMembers(policy) };
};

/** The first night with cover that a decision may have changed; undefined without one. */
export const effectFrom = (before: Policy, decision: PolicyDecision): CalendarDate | undefined => {
  const { state } = decision;
  if (before.boundAt === null && state.boundAt === null) {
    const first = earliest(before.termStart, state.termStart);
    return isSame(coverInputs(before), coverInputs(state)) ? undefined : first;
  }
  const days = recordedBy(decision).map(({ effectiveFrom }) => effectiveFrom);
  const terms = before.termEnd.equals(state.termEnd) ? [] : [earliest(dayAfterTerm(before), dayAfterTerm(state))];
  return soonest([...days, ...terms]);
};

/** The members by which nights are priced. */
const priced: readonly (keyof DatedMembers)[] = [
  'ratePerNight',
  'ratePerMonth',
  'ratePerReservation',
  'lossFundRatePerNight',
  'rateTableVersions',
  'planId',
  'billingFrequency',
  'minNights',
  'maxNights',
];

const pickPrices = (members: MemberChanges): MemberChanges =>
  Object.fromEntries(priced.flatMap((name) => (name in members ? [[name, members[name]]] : [])));

/** The first night with a price that a decision may have changed; undefined without one. */
export const pricesFrom = (before: Policy, decision: PolicyDecision): CalendarDate | undefined => {
  const { state } = decision;
  if (before.boundAt === null && state.boundAt === null) {
    const isSamePrice = isSame(pickPrices(toDatedMembers(before)), pickPrices(toDatedMembers(state)));
    return isSamePrice ? undefined : earliest(before.termStart, state.termStart);
  }
  const days = recordedBy(decision)
    .filter(({ members, addedRates }) => addedRates.length > 0 || Object.keys(pickPrices(members)).length > 0)
    .map(({ effectiveFrom }) => effectiveFrom);
  return soonest(days);
};

/**
 * The night from which rows are derived again after a change from a day on: at the latest the last night of the term,
 * because rows that continue into the next term would otherwise look ended.
 */
export const derivationStart = (changedFrom: CalendarDate, { termEnd }: Policy): CalendarDate =>
  earliest(changedFrom, termEnd);
