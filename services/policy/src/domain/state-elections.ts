import { type CalendarDate, earliest, isBefore, isSame, latest } from '@staycover/kernel';
import type { Election, StatedElection } from './election.ts';
import { FOREVER } from './property-facts.ts';

/** An election with its days. */
export type DatedElection = Election & {
  /** The first day as it was stated, null when none was. */
  statedFrom: CalendarDate | null;
  /** The day on which it was recorded: from then on it stands before broad elections of other policies. */
  recordedOn: CalendarDate;
  /** Null: what its id stands for now; else the day on which another statement of that id took its place. */
  retiredOn: CalendarDate | null;
};

type Known = readonly DatedElection[];

const contentOf = ({
  scopeType,
  scopeId,
  action,
  planId,
  rateOverridePerNight,
  endorsementSelections,
}: Election | StatedElection) => ({
  scopeType,
  scopeId,
  action,
  planId,
  rateOverridePerNight,
  endorsementSelections,
});

const isLive = ({ retiredOn }: DatedElection): boolean => retiredOn === null;

const begin = (stated: StatedElection, effectiveFrom: CalendarDate, today: CalendarDate): DatedElection => ({
  ...stated,
  effectiveFrom,
  statedFrom: stated.effectiveFrom,
  recordedOn: today,
  retiredOn: null,
});

const yesterday = (today: CalendarDate): CalendarDate => today.subtract({ days: 1 });

/** What is left of an election that ends with the night before `day`: nothing when it has not begun. */
const retire = (election: DatedElection, day: CalendarDate, today: CalendarDate): DatedElection[] => {
  if (!isBefore(election.effectiveFrom, day)) return [];
  const last = yesterday(day);
  const effectiveTo = election.effectiveTo ? earliest(election.effectiveTo, last) : last;
  return [{ ...election, effectiveTo, retiredOn: today }];
};

/** The elections after one was stated, by the rules for its id. */
export const stateElection = (known: Known, stated: StatedElection, today: CalendarDate): Known => {
  const old = known.find((one) => isLive(one) && one.electionId === stated.electionId);
  const others = known.filter((one) => one !== old);
  if (!old) return [...known, begin(stated, stated.effectiveFrom ?? today, today)];
  const isOtherDay = stated.effectiveFrom && !stated.effectiveFrom.equals(old.statedFrom ?? old.effectiveFrom);
  if (isOtherDay) return [...others, begin(stated, stated.effectiveFrom!, today)];
  if (isSame(contentOf(old), contentOf(stated)) && !fillsPast(old, stated, today)) {
    const same = isSame(old.effectiveTo, stated.effectiveTo);
    return same ? known : known.map((one) => (one === old ? { ...old, effectiveTo: stated.effectiveTo } : one));
  }
  const first = old.statedFrom ?? old.effectiveFrom;
  const next = { ...begin(stated, latest(today, first), today), statedFrom: stated.effectiveFrom ?? old.statedFrom };
  return [...others, ...retire(cutTo(old, stated), today, today), next];
};

/** Whether nights that have passed without cover would get it, though no past day is stated. */
const fillsPast = (old: DatedElection, { effectiveTo }: StatedElection, today: CalendarDate): boolean =>
  old.effectiveTo !== null &&
  isBefore(old.effectiveTo, yesterday(today)) &&
  (effectiveTo === null || !isBefore(effectiveTo, today));

const cutTo = (old: DatedElection, { effectiveTo }: StatedElection): DatedElection =>
  effectiveTo && old.effectiveTo !== null
    ? { ...old, effectiveTo: earliest(effectiveTo, old.effectiveTo) }
    : { ...old, effectiveTo: effectiveTo ?? old.effectiveTo };

/**
 * The elections after one was corrected: with a first day it replaces what its id stood for, as stated; without one
 * from the correction's day on.
 */
export const correctElection = (
  known: Known,
  stated: StatedElection,
  from: CalendarDate,
  today: CalendarDate,
): Known => {
  const old = known.find((one) => isLive(one) && one.electionId === stated.electionId);
  const others = known.filter((one) => one.electionId !== stated.electionId);
  if (stated.effectiveFrom) return [...others, begin(stated, stated.effectiveFrom, today)];
  const named = known.filter((one) => one.electionId === stated.electionId);
  const next = { ...begin(stated, from, today), statedFrom: old?.statedFrom ?? null };
  return [...others, ...named.flatMap((one) => retire(one, from, one.retiredOn ?? today)), next];
};

/** The elections after those that are not stated any more were withdrawn: they end with yesterday's night. */
export const withdrawElections = (known: Known, ids: ReadonlySet<string>, today: CalendarDate): Known =>
  known.flatMap((one) => (isLive(one) && ids.has(one.electionId) ? retire(one, today, today) : [one]));

/** The first night that two lists of elections may decide differently; undefined when they are the same. */
export const electionsChangedFrom = (before: Known, after: Known): CalendarDate | undefined => {
  const gone = before.filter((one) => !after.some((two) => isSame(one, two)));
  const come = after.filter((one) => !before.some((two) => isSame(one, two)));
  const partner = (one: DatedElection, list: DatedElection[]) => list.find((two) => beginsAlike(one, two));
  const firsts = [
    ...gone.map((one) => firstBetween(one, partner(one, come))),
    ...come.map((one) => firstBetween(one, partner(one, gone))),
  ];
  return firsts.toSorted(Temporal.PlainDate.compare)[0];
};

const beginsAlike = (a: DatedElection, b: DatedElection): boolean =>
  a.electionId === b.electionId && a.effectiveFrom.equals(b.effectiveFrom) && isSame(contentOf(a), contentOf(b));

const firstBetween = (one: DatedElection, other: DatedElection | undefined): CalendarDate =>
  other ? earliest(endOf(one), endOf(other)) : one.effectiveFrom;

const endOf = ({ effectiveTo }: DatedElection): CalendarDate => effectiveTo?.add({ days: 1 }) ?? FOREVER;
