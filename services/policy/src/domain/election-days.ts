import {
  type CalendarDate,
  compareDates,
  earliest,
  FOREVER,
  isBefore,
  isSame,
  latest,
  soonest,
} from '@staycover/kernel';
import { type Election, endDay, type KeptElection, type NewElection, type StatedElection } from './election.ts';
import { rankDay } from './election-timeline.ts';

/** What an election is about, other than its name and its days. */
export const electionContent = ({
  scopeType,
  scopeId,
  action,
  planId,
  rateOverridePerNight,
  endorsementSelections,
}: Omit<StatedElection, 'effectiveFrom'>) => ({
  scopeType,
  scopeId,
  action,
  planId,
  rateOverridePerNight,
  endorsementSelections,
});

/** Whether it is the current election of its name. */
export const isLive = ({ retiredOn }: KeptElection): boolean => retiredOn === null;

/** Whether it was not withdrawn before its first day: such a one only keeps when that was. */
export const hasStood = ({ effectiveFrom, retiredOn }: KeptElection): boolean =>
  retiredOn === null || isBefore(effectiveFrom, retiredOn);

/** The first day that was stated for it, or that it has. */
export const firstDay = ({ statedFrom, effectiveFrom }: KeptElection): CalendarDate => statedFrom ?? effectiveFrom;

const begin = (stated: NewElection, effectiveFrom: CalendarDate): KeptElection => ({
  ...stated,
  effectiveFrom,
  statedFrom: stated.effectiveFrom,
  rankedFrom: null,
  retiredOn: null,
});

const yesterday = (day: CalendarDate): CalendarDate => day.subtract({ days: 1 });

/** What is left of an election that ends with the night before `day`: nothing when it has not begun. */
const retire = (election: KeptElection, day: CalendarDate, today: CalendarDate): KeptElection[] => {
  if (!isBefore(election.effectiveFrom, day)) return [];
  const last = yesterday(day);
  const effectiveTo = election.effectiveTo ? earliest(election.effectiveTo, last) : last;
  return [{ ...election, effectiveTo, retiredOn: today }];
};

/** Updates the elections of one name when another of that name is stated. */
export type Stating = (known: readonly KeptElection[], stated: NewElection) => readonly KeptElection[];

/** The elections after each of some was stated: those of other names stay, and are not looked at. */
export const stateEach = (
  known: readonly KeptElection[],
  elections: readonly NewElection[],
  state: Stating,
): readonly KeptElection[] => {
  const byName = new Map<string, readonly KeptElection[]>(Map.groupBy(known, ({ electionId }) => electionId));
  for (const one of elections) byName.set(one.electionId, state(byName.get(one.electionId) ?? [], one));
  return [...byName.values()].flat();
};

/** The elections of a name after another of it was stated. */
export const stateElection = (
  known: readonly KeptElection[],
  stated: NewElection,
  today: CalendarDate,
): readonly KeptElection[] => {
  const old = known.find(isLive);
  if (!old) {
    const from = stated.effectiveFrom ?? today;
    const stood = known.filter(hasStood);
    const [last] = stood.toSorted((a, b) => compareDates(b.retiredOn!, a.retiredOn!));
    if (last && isStartedAgain(last, stated, today)) return [...stood, following(last, stated, today)];
    return [...stood.flatMap((one) => cutEarlier(one, from, today)), begin(stated, from)];
  }
  const others = known.filter((one) => one !== old).flatMap((one) => keepEarlier(one, old, stated, today));
  if (isOtherDay(old, stated)) return [...others, ...passed(old, stated, today), begin(stated, stated.effectiveFrom!)];
  if (isSame(electionContent(old), electionContent(stated)) && !fillsPast(old, stated, today)) {
    const same = isSame(old.effectiveTo, stated.effectiveTo);
    return same ? known : [...others, { ...old, effectiveTo: stated.effectiveTo }];
  }
  return [...others, ...retire(cutTo(old, stated), today, today), following(old, stated, today)];
};

const isOtherDay = (old: KeptElection, { effectiveFrom }: Pick<StatedElection, 'effectiveFrom'>): boolean =>
  effectiveFrom !== null && !effectiveFrom.equals(firstDay(old));

/** Whether one that was withdrawn is stated again with the first day that it had, so that its past nights stay as they are. */
const isStartedAgain = (last: KeptElection, stated: NewElection, today: CalendarDate): boolean =>
  stated.effectiveFrom !== null &&
  !isOtherDay(last, stated) &&
  !(stated.effectiveTo && isBefore(stated.effectiveTo, today)) &&
  (fillsPast(last, stated, today) || !isSame(electionContent(last), electionContent(stated)));

/** What stays of an election that another first day replaces: the nights that have passed, unless that day has, too. */
const passed = (old: KeptElection, { effectiveFrom }: NewElection, today: CalendarDate): KeptElection[] =>
  isBefore(effectiveFrom!, today) ? [] : retire(old, today, today);

/** What stays of an earlier election of the name: the nights before another first day, or up to a last day. */
const keepEarlier = (one: KeptElection, old: KeptElection, stated: NewElection, today: CalendarDate): KeptElection[] =>
  cutEarlier(one, isOtherDay(old, stated) ? stated.effectiveFrom! : endDay(stated), today);

/** What stays of an earlier election before a day that has passed. */
const cutEarlier = (one: KeptElection, day: CalendarDate, today: CalendarDate): KeptElection[] =>
  one.retiredOn !== null && isBefore(day, today) ? retire(one, day, one.retiredOn) : [one];

/** What takes the place of an election from today on, or from its first day if that is later. */
const following = (old: KeptElection, stated: NewElection, today: CalendarDate): KeptElection => ({
  ...begin(stated, latest(today, firstDay(old))),
  statedFrom: stated.effectiveFrom ?? old.statedFrom,
  rankedFrom: stated.effectiveFrom,
});

/**
 * The elections of a name after one was stated that takes the place of others elsewhere: as stated when it brings another first
 * day, else from today on. Nights that have passed stay, unless that day has passed, too; so do those of
 * `earlier` ones that it was where it goes.
 */
export const replaceElections = (
  replaced: readonly [KeptElection, ...KeptElection[]],
  stated: NewElection,
  today: CalendarDate,
  earlier: readonly KeptElection[] = [],
): readonly KeptElection[] => {
  const old = replaced.reduce((one, other) => (isBefore(firstDay(other), firstDay(one)) ? other : one));
  const others = earlier.flatMap((one) => keepEarlier(one, old, stated, today));
  if (isOtherDay(old, stated)) {
    return [...others, ...replaced.flatMap((one) => passed(one, stated, today)), begin(stated, stated.effectiveFrom!)];
  }
  return [...others, ...replaced.flatMap((one) => retire(one, today, today)), following(old, stated, today)];
};

/** Whether nights that have passed without cover would get it, though no past day is stated. */
const fillsPast = (old: KeptElection, { effectiveTo }: LastDay, today: CalendarDate): boolean =>
  old.effectiveTo !== null &&
  isBefore(old.effectiveTo, yesterday(today)) &&
  (effectiveTo === null || !isBefore(effectiveTo, today));

type LastDay = Pick<Election, 'effectiveTo'>;

const cutTo = (old: KeptElection, { effectiveTo }: LastDay): KeptElection =>
  effectiveTo && old.effectiveTo !== null
    ? { ...old, effectiveTo: earliest(effectiveTo, old.effectiveTo) }
    : { ...old, effectiveTo: effectiveTo ?? old.effectiveTo };

/**
 * The elections of a name after it was corrected: with a first day another replaces what it stood for, as stated; without
 * one from the correction's day on.
 */
export const correctElection = (
  known: readonly KeptElection[],
  stated: NewElection,
  from: CalendarDate,
  today: CalendarDate,
): readonly KeptElection[] => {
  if (stated.effectiveFrom) return [begin(stated, stated.effectiveFrom)];
  const next = { ...begin(stated, from), statedFrom: known.find(isLive)?.statedFrom ?? null };
  return [...known.flatMap((one) => retire(one, from, one.retiredOn ?? today)), next];
};

/**
 * The elections after those that are not stated any more were withdrawn: they end with yesterday's night. One that has
 * not begun stays, too, without a night.
 */
export const withdrawElections = (
  known: readonly KeptElection[],
  ids: ReadonlySet<string>,
  today: CalendarDate,
): readonly KeptElection[] => known.map((one) => (isLive(one) && ids.has(one.electionId) ? withdraw(one, today) : one));

const withdraw = (one: KeptElection, today: CalendarDate): KeptElection =>
  retire(one, today, today)[0] ?? { ...one, effectiveTo: yesterday(one.effectiveFrom), retiredOn: today };

/** The first night that two lists of elections may decide differently; undefined when they are the same. */
export const electionsChangedFrom = (
  before: readonly KeptElection[],
  after: readonly KeptElection[],
): CalendarDate | undefined => {
  const [known, kept] = [new Set(before), new Set(after)];
  const gone = before.filter((one) => !kept.has(one) && hasStood(one));
  const come = after.filter((one) => !known.has(one) && hasStood(one));
  const [partnerGone, partnerCome] = [partnerAmong(gone), partnerAmong(come)];
  const firsts = [
    ...gone.map((one) => firstBetween(one, partnerCome(one))),
    ...come.map((one) => firstBetween(one, partnerGone(one))),
  ];
  return soonest(firsts.filter((day) => isBefore(day, FOREVER)));
};

const partnerAmong = (list: readonly KeptElection[]): ((one: KeptElection) => KeptElection | undefined) => {
  const byName = Map.groupBy(list, ({ electionId }) => electionId);
  return (one) => byName.get(one.electionId)?.find((two) => beginsAlike(one, two));
};

const beginsAlike = (a: KeptElection, b: KeptElection): boolean =>
  a.effectiveFrom.equals(b.effectiveFrom) &&
  rankDay(a).equals(rankDay(b)) &&
  isSame(electionContent(a), electionContent(b));

/** Until it is retired an election stands in place of one for all policies, also after its last night. */
const firstBetween = (one: KeptElection, other: KeptElection | undefined): CalendarDate =>
  other
    ? earliest(firstApart(endDay(one), endDay(other)), firstApart(one.retiredOn ?? FOREVER, other.retiredOn ?? FOREVER))
    : one.effectiveFrom;

const firstApart = (a: CalendarDate, b: CalendarDate): CalendarDate => (a.equals(b) ? FOREVER : earliest(a, b));
