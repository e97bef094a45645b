import {
  type CalendarDate,
  DomainError,
  earliest,
  isAfter,
  isBefore,
  isSame,
  LAST_DATE,
  latest,
} from '@staycover/kernel';
import { type ElectedRates, indexRates } from './elected-rates.ts';
import { ALL_POLICIES, type Election, isRated, type KeptElection, type StatedElection, scopeKey } from './election.ts';
import { electionContent, firstDay, hasStood, isLive } from './election-days.ts';
import { comesBefore } from './election-timeline.ts';
import { type DatedProperty, factStretches } from './property-facts.ts';

/** What is elected elsewhere, for a customer: a caller who sets no rates, and takes no property away from one. */
export type Elsewhere = {
  /** Elections of all policies that no own one stands in place of. */
  forAll: readonly KeptElection[];
  /** The elections that decide together, a list for each policy. */
  decidingTogether: readonly (readonly KeptElection[])[];
  /** Whether naming a property takes it from a rate or a plan of another policy. */
  takesByName: (propertyId: string) => boolean;
};

/** Sorts current elections besides those of a policy; `givingWay` are the policies that give way to what it names. */
export const electedElsewhere = (
  known: { elections: readonly KeptElection[]; properties: readonly DatedProperty[] },
  found: readonly KeptElection[],
  givingWay: readonly string[],
  today: CalendarDate,
): Elsewhere => {
  const own = known.elections.filter(isLive);
  const names = new Set(own.map(({ electionId }) => electionId));
  const { all = [], others = [] } = Object.groupBy(found, ({ policyId }) =>
    policyId === ALL_POLICIES ? 'all' : 'others',
  );
  const forAll = all.filter(({ electionId }) => !names.has(electionId));
  const broad = others.filter(({ scopeType }) => scopeType !== 'PROPERTY');
  const byPolicy = [...Map.groupBy(broad, ({ policyId }) => policyId).values()];
  const yields = new Set(givingWay);
  const yielding = others.filter((one) => yields.has(one.policyId) && isRated(one));
  const named = new Set(yielding.flatMap(({ scopeType, scopeId }) => (scopeType === 'PROPERTY' ? scopeId! : [])));
  const yieldsAll = yielding.some(({ scopeType }) => scopeType === 'ORGANIZATION');
  const yieldingGroups = yielding.flatMap(({ scopeType, scopeId }) => (scopeType === 'GROUP' ? scopeId! : []));
  const groups = new Map(known.properties.map((one) => [one.propertyId, groupsFrom(one, today)]));
  return {
    forAll,
    decidingTogether: [[...own, ...forAll], all, ...byPolicy.map((elections) => [...elections, ...all])],
    takesByName: (propertyId) =>
      yieldsAll || named.has(propertyId) || yieldingGroups.some((group) => groups.get(propertyId)?.has(group)),
  };
};

/** The groups of a property from a day on. */
const groupsFrom = (property: DatedProperty, today: CalendarDate): Set<string> => {
  const stretches = factStretches(property);
  const current = stretches.filter(
    (_one, i) => stretches[i + 1] === undefined || isAfter(stretches[i + 1]!.from, today),
  );
  return new Set(current.flatMap(({ facts }) => facts.groupIds));
};

/**
 * The elections that a customer states, each with the rate and the plan that it keeps.
 * @throws DomainError `forbidden` that names what only an underwriter may state.
 */
export const customersElections = (
  elections: readonly StatedElection[],
  known: readonly KeptElection[],
  elsewhere: Elsewhere,
  today: CalendarDate,
): StatedElection[] => {
  const kept = keepRates(elections, [...elsewhere.forAll, ...known.filter(hasStood)]);
  const members = underwritersPart(kept, known.filter(isLive), elsewhere, today);
  if (members.length === 0) return kept;
  const what = `${members[0]} changes nights before today or takes cover from its rate or plan, and needs`;
  throw underwritersOnly(what, members.slice(0, 100));
};

/**
 * Elections of a caller that cannot set rates: each keeps the plan and the rate of its name, if that is still about the
 * same scope, else the last ones of its scope.
 */
export const keepRates = (stated: readonly StatedElection[], known: readonly KeptElection[]): StatedElection[] => {
  const findBefore = findKept(known);
  return stated.map((election) => {
    const before = findBefore(election);
    return {
      ...election,
      planId: election.planId ?? before?.planId ?? null,
      rateOverridePerNight: election.rateOverridePerNight ?? before?.rateOverridePerNight ?? null,
    };
  });
};

/** Finds the election of the same name and scope, else the last one of the scope. */
const findKept = (known: readonly KeptElection[]): ((stated: StatedElection) => KeptElection | undefined) => {
  const current = known.filter(isLive);
  const byName = new Map(current.map((election) => [`${election.electionId} ${scopeKey(election)}`, election]));
  const lastOfScope = new Map<string, KeptElection>();
  for (const election of known) {
    const last = lastOfScope.get(scopeKey(election));
    if (!last || !isBefore(election.effectiveFrom, last.effectiveFrom)) lastOfScope.set(scopeKey(election), election);
  }
  return (stated) => byName.get(`${stated.electionId} ${scopeKey(stated)}`) ?? lastOfScope.get(scopeKey(stated));
};

/**
 * What of a statement is an underwriter's, as JSON pointers: nights before today, and whatever would take a property
 * away from a rate or a plan that an underwriter gave. `stated` has the rates and plans that it keeps.
 */
export const underwritersPart = (
  stated: readonly StatedElection[],
  current: readonly KeptElection[],
  { forAll, takesByName }: Elsewhere,
  today: CalendarDate,
): string[] => {
  const byName = new Map(current.map((election) => [election.electionId, election]));
  const rated = ratedStill([...current, ...forAll], today);
  const rates = indexRates(rated, takesByName);
  const takesNights = takingNights([...forAll, ...current], rates, today);
  const members = stated.flatMap((election, i) => {
    const before = byName.get(election.electionId);
    const past = pastChanges(election, before, today);
    const undercuts = isRated(election) ? takesNights(election) : undercutsRate(election, before, rates);
    return [...past, ...(election.action === 'INCLUDE' && undercuts ? ['scopeType'] : [])].map(
      (member) => `/coverageElections/${i}/${member}`,
    );
  });
  const byScope = Map.groupBy(stated, scopeKey);
  const goesOn = (election: Election): boolean =>
    byScope.get(scopeKey(election))?.some((one) => keepsCover(one, byName, election, today)) ?? false;
  const names = new Set(stated.map(({ electionId }) => electionId));
  const replaced = rated.filter(({ own, electionId }) => own || names.has(electionId));
  const isLost = !replaced.every(goesOn);
  return isLost ? [...members, '/coverageElections'] : members;
};

/** The current elections with a rate or a plan that are not over. */
export const ratedStill = (elections: readonly KeptElection[], today: CalendarDate): KeptElection[] =>
  elections.filter((one) => isLive(one) && isRated(one) && !isOver(one, today));

const isOver = ({ effectiveTo }: Election, today: CalendarDate): boolean =>
  effectiveTo !== null && isBefore(effectiveTo, today);

const lastNight = ({ effectiveTo }: StatedElection): CalendarDate => effectiveTo ?? LAST_DATE;

/** Whether an election is stated again for the same, on no other nights. */
const coversNoMore = (stated: StatedElection, before: KeptElection): boolean =>
  scopeKey(stated) === scopeKey(before) &&
  stated.action === before.action &&
  !(stated.effectiveFrom && isBefore(stated.effectiveFrom, firstDay(before))) &&
  !isAfter(lastNight(stated), lastNight(before));

const pastChanges = (stated: StatedElection, before: KeptElection | undefined, today: CalendarDate): string[] => {
  if (!before) return stated.effectiveFrom && isBefore(stated.effectiveFrom, today) ? ['effectiveFrom'] : [];
  const first = firstDay(before);
  const from = stated.effectiveFrom ?? first;
  const isOtherDay = !from.equals(first);
  if (isOtherDay && !isBefore(from, today)) return [];
  const isOtherEnd = isMovedBeforeToday(lastNight(stated), lastNight(before), today);
  return [...(isOtherDay ? ['effectiveFrom'] : []), ...(isOtherEnd ? ['effectiveTo'] : [])];
};

const isMovedBeforeToday = (a: CalendarDate, b: CalendarDate, today: CalendarDate): boolean =>
  !a.equals(b) && isBefore(earliest(a, b).add({ days: 1 }), today);

/**
 * Whether an election would bring the rate and the plan that it keeps for nights that others price: it gets nights that it had not,
 * or comes before others that came before it.
 */
const takingNights = (
  known: readonly KeptElection[],
  rates: ElectedRates,
  today: CalendarDate,
): ((stated: StatedElection) => boolean) => {
  const findBefore = findKept(known);
  return (stated) => {
    const before = findBefore(stated);
    const isAsBefore =
      before && isSame(price(stated), price(before)) && coversNoMore(beginning(stated, before, today), before);
    if (!isAsBefore) return rates.isUnder(stated, before) || rates.findBeside(stated, before) !== undefined;
    if (keepsPlace(stated, before)) return false;
    const first = rates.findBeside(stated, before);
    return first !== undefined && comesBefore(first, before);
  };
};

/** Under another name, an election without a first day begins today. */
const beginning = (stated: StatedElection, before: KeptElection, today: CalendarDate): StatedElection =>
  stated.electionId === before.electionId ? stated : { ...stated, effectiveFrom: stated.effectiveFrom ?? today };

/** Whether it comes before no others that it did not come before. */
const keepsPlace = (stated: StatedElection, before: KeptElection): boolean =>
  stated.electionId === before.electionId &&
  (stated.effectiveFrom?.equals(firstDay(before)) ?? isSame(electionContent(stated), electionContent(before)));

const price = ({ planId, rateOverridePerNight }: StatedElection) => ({ planId, rateOverridePerNight });

/** Whether an election without a rate would bring the policy's for nights that others price. */
const undercutsRate = (stated: StatedElection, before: KeptElection | undefined, rates: ElectedRates): boolean =>
  (rates.isUnder(stated) && !(before && coversNoMore(stated, before))) ||
  (rates.findBeside(stated) !== undefined && !(before && keepsNights(stated, before)));

/** Whether an election is stated again as it is, or with an earlier end: it gets no other nights, and comes before no others. */
const keepsNights = (stated: StatedElection, before: KeptElection): boolean =>
  isSame(electionContent(stated), electionContent(before)) &&
  (stated.effectiveFrom ?? firstDay(before)).equals(firstDay(before)) &&
  coversNoMore(stated, before);

/** Whether a stated election with a rate or a plan goes on where one of its scope was, without a night between or cut off. */
const keepsCover = (
  stated: StatedElection,
  byName: ReadonlyMap<string, Election>,
  rated: Election,
  today: CalendarDate,
): boolean => {
  const from = stated.effectiveFrom ?? byName.get(stated.electionId)?.effectiveFrom ?? today;
  const isAsLong = lastNight(stated).equals(lastNight(rated)) && !isAfter(from, latest(rated.effectiveFrom, today));
  return isRated(stated) && isAsLong;
};

/** The refusal of what only an underwriter may state, at these members of a body. */
export const underwritersOnly = (what: string, members: readonly string[] = ['/coverageElections']): DomainError =>
  new DomainError('forbidden', `${what} the role underwrite.`, { requiredRoles: ['underwrite'], members });
