import {
  type CalendarDate,
  compareDates,
  type DateRange,
  isAfter,
  isBefore,
  isSame,
  type RateVersion,
  rateVersionOn,
  rateVersionsFrom,
} from '@staycover/kernel';
import type { DatedMembers } from '../domain/dated-members.ts';
import type { Stretch } from '../domain/policy-on.ts';

type Dated = Stretch & DateRange;
type PlanId = string | null;
type VersionOn = (planId: PlanId, day: CalendarDate) => RateVersion | undefined;

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
  const plans: PlanId[] = [null, ...new Set(tables.flat().flatMap(({ planId }) => planId ?? []))];
  const merged = tables[0]!.filter(({ effectiveFrom }) => isBefore(effectiveFrom, first.end));
  const knownOn = rateVersionsFrom([...merged]);
  const added = new Map<PlanId, RateVersion>();
  const mergedOn: VersionOn = (planId, day) => {
    const last = [knownOn(planId, day), added.get(planId), added.get(null)];
    return rateVersionOn(
      last.filter((version) => version !== undefined),
      planId,
      day,
    );
  };
  for (const stretch of later) {
    for (const version of differences(stretch, plans, mergedOn)) {
      if (merged.push(version) > MOST_VERSIONS) return shown;
      added.set(version.planId, version);
    }
  }
  return merged;
};

/** The versions of a stretch that are not merged yet, in the order of their days; each is to be merged before the next. */
function* differences({ start, end, policy: { members } }: Dated, plans: readonly PlanId[], mergedOn: VersionOn) {
  const tableOn = rateVersionsFrom(members.rateTableVersions);
  const within = members.rateTableVersions
    .filter(({ effectiveFrom }) => isAfter(effectiveFrom, start) && isBefore(effectiveFrom, end))
    .toSorted((a, b) => compareDates(a.effectiveFrom, b.effectiveFrom));
  const days = [{ effectiveFrom: start, planId: null }, ...within];
  for (const { effectiveFrom, planId: of } of days) {
    for (const planId of of === null ? plans : [of]) {
      const next = tableOn(planId, effectiveFrom);
      const before = mergedOn(planId, effectiveFrom);
      const version = next ? { ...next, planId, effectiveFrom } : before && flatVersion(members, planId, effectiveFrom);
      if (version && !(before && pricesAlike(before, version))) yield version;
    }
  }
}

const pricesAlike = (a: RateVersion, b: RateVersion): boolean =>
  a.version === b.version && a.ratePerNight === b.ratePerNight && a.lossFundRatePerNight === b.lossFundRatePerNight;

/** The flat rate, so that none of an earlier table counts any more. */
const flatVersion = (members: DatedMembers, planId: PlanId, effectiveFrom: CalendarDate): RateVersion => {
  const { ratePerNight, lossFundRatePerNight } = members;
  return { version: 1, planId, effectiveFrom, ratePerNight: ratePerNight ?? 0n, lossFundRatePerNight };
};
