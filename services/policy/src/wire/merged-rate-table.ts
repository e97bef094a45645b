import {
  type CalendarDate,
  type DateRange,
  dayKey,
  isBefore,
  isSame,
  latest,
  type RateVersion,
  rateVersionsFrom,
} from '@staycover/kernel';
import type { DatedMembers } from '../domain/dated-members.ts';
import type { Stretch } from '../domain/policy-on.ts';

type Dated = Stretch & DateRange;
type PlanId = string | null;

const MOST_VERSIONS = 1_000;

/**
 * One rate table that prices each night as the one that is in force then, for readers that do not know tables of days; where
 * it would get too long for an answer, `shown`.
 */
export const mergedRateTable = (stretches: readonly Dated[], shown: readonly RateVersion[]): readonly RateVersion[] => {
  const [first, ...later] = stretches;
  if (!first) return [];
  const tables = stretches.map(({ policy }) => policy.members.rateTableVersions);
  if (tables.every((table) => isSame(table, tables[0]))) return tables[0]!;
  const plans = new Set(tables.flat().flatMap(({ planId }) => planId ?? []));
  const order = new Map([...plans].map((planId, i) => [planId, i]));
  const merged = tables[0]!.filter(({ effectiveFrom }) => isBefore(effectiveFrom, first.end));
  const last = lastVersions(merged, first.end);
  for (const stretch of later) {
    for (const version of differences(stretch, order, last)) {
      if (merged.push(version) > MOST_VERSIONS) return shown;
    }
  }
  return merged;
};

/** What prices a night behind all merged versions: one of every plan, and for plans that it does not price their own. */
type LastVersions = { forAll: RateVersion | undefined; own: Map<string, RateVersion> };

const lastVersions = (merged: readonly RateVersion[], day: CalendarDate): LastVersions => {
  const knownOn = rateVersionsFrom(merged);
  const plans = new Set(merged.flatMap(({ planId }) => planId ?? []));
  const own = [...plans].map((planId) => [planId, knownOn(planId, day)!] as const);
  return { forAll: knownOn(null, day), own: new Map(own.filter(([planId, version]) => version.planId === planId)) };
};

const addTo = (last: LastVersions, version: RateVersion): void => {
  if (version.planId !== null) {
    last.own.set(version.planId, version);
    return;
  }
  last.forAll = version;
  for (const [planId, { effectiveFrom }] of last.own) {
    if (isBefore(effectiveFrom, version.effectiveFrom)) last.own.delete(planId);
  }
};

/** The versions of a stretch that are not merged yet, in the order of their days; adds each to the last ones. */
function* differences(
  { start, end, policy: { members } }: Dated,
  order: ReadonlyMap<string, number>,
  last: LastVersions,
): Generator<RateVersion> {
  const tableOn = rateVersionsFrom(members.rateTableVersions);
  const within = members.rateTableVersions.filter(({ effectiveFrom }) => isBefore(effectiveFrom, end));
  const days = Map.groupBy([{ planId: null, effectiveFrom: start }, ...within], (row) =>
    dayKey(latest(row.effectiveFrom, start)),
  );
  for (const [, rows] of [...days].toSorted(([a], [b]) => a - b)) {
    const effectiveFrom = latest(rows[0]!.effectiveFrom, start);
    for (const planId of plansToCompare(rows, order, last)) {
      const next = tableOn(planId, effectiveFrom);
      const before = planId === null ? last.forAll : (last.own.get(planId) ?? last.forAll);
      const version = next ? { ...next, planId, effectiveFrom } : before && flatVersion(members, planId, effectiveFrom);
      if (version && !(before && pricesAlike(before, version))) {
        addTo(last, version);
        yield version;
      }
      // It has the price of every plan now, which was compared before it.
      if (planId !== null && next?.planId === null) last.own.delete(planId);
    }
  }
}

/** The plans that the versions of one day may price otherwise: with one of every plan also those that had a price of their own. */
const plansToCompare = (
  rows: readonly { planId: PlanId }[],
  order: ReadonlyMap<string, number>,
  { own }: LastVersions,
): PlanId[] => {
  const plans = rows.map(({ planId }) => planId);
  const first = plans.indexOf(null);
  if (first === -1) return plans;
  const others = new Set([...own.keys(), ...plans.filter((planId) => planId !== null)]);
  return [...plans.slice(0, first + 1), ...[...others].toSorted((a, b) => order.get(a)! - order.get(b)!)];
};

const pricesAlike = (a: RateVersion, b: RateVersion): boolean =>
  a.version === b.version && a.ratePerNight === b.ratePerNight && a.lossFundRatePerNight === b.lossFundRatePerNight;

/** The flat rate, so that none of an earlier table counts any more. */
const flatVersion = (members: DatedMembers, planId: PlanId, effectiveFrom: CalendarDate): RateVersion => {
  const { ratePerNight, lossFundRatePerNight } = members;
  return { version: 1, planId, effectiveFrom, ratePerNight: ratePerNight ?? 0n, lossFundRatePerNight };
};
