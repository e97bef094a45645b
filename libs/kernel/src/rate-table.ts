import { type CalendarDate, compareDates, isAfter } from './dates.ts';
import type { Rate } from './money.ts';

/** The rates of a plan (null: of every plan) from a day on. */
export type RateVersion = {
  readonly version: number;
  readonly planId: string | null;
  readonly effectiveFrom: CalendarDate;
  readonly ratePerNight: Rate;
  readonly lossFundRatePerNight: Rate | null;
};

/**
 * The version of a rate table that prices a plan's night of `on`: the one with the latest `effectiveFrom` by that day,
 * of those the plan's own, of those the highest `version`. Undefined when none is effective yet.
 */
export const rateVersionOn = <V extends Omit<RateVersion, 'lossFundRatePerNight'>>(
  versions: readonly V[],
  planId: string | null,
  on: CalendarDate,
): V | undefined => {
  const effective = versions.filter((version) => isFor(planId, version) && !isAfter(version.effectiveFrom, on));
  return effective.reduce<V | undefined>(
    (best, next) => (best && compareVersions(next, best) <= 0 ? best : next),
    undefined,
  );
};

/** As `rateVersionOn`, for many nights: the table is put in order once for each plan. */
export const rateVersionsFrom = <V extends Omit<RateVersion, 'lossFundRatePerNight'>>(
  versions: readonly V[],
): ((planId: string | null, on: CalendarDate) => V | undefined) => {
  const byPlan = new Map<string | null, V[]>();
  const inOrder = (planId: string | null): V[] =>
    versions
      .filter((version) => isFor(planId, version))
      .toReversed()
      .toSorted(compareVersions);
  return (planId, on) => {
    const known = byPlan.get(planId) ?? inOrder(planId);
    byPlan.set(planId, known);
    let [low, high] = [0, known.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isAfter(known[middle]!.effectiveFrom, on)) high = middle;
      else low = middle + 1;
    }
    return known[low - 1];
  };
};

type Ranked = Pick<RateVersion, 'version' | 'planId' | 'effectiveFrom'>;

const isFor = (plan: string | null, { planId }: Ranked): boolean => planId === null || planId === plan;

const compareVersions = (a: Ranked, b: Ranked): number =>
  compareDates(a.effectiveFrom, b.effectiveFrom) ||
  Number(a.planId !== null) - Number(b.planId !== null) ||
  a.version - b.version;
