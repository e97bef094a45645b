import { type CalendarDate, compareDates, isAfter } from './dates.ts';
import type { Rate } from './money.ts';
import { firstIndex } from './overlapping.ts';

/** The rates of a plan (null: of every plan) from a day on. */
export type RateVersion = {
  readonly version: number;
  readonly planId: string | null;
  readonly effectiveFrom: CalendarDate;
  readonly ratePerNight: Rate;
  readonly lossFundRatePerNight: Rate | null;
};

type Ranked = Pick<RateVersion, 'version' | 'planId' | 'effectiveFrom'>;

/**
 * The version of a rate table that prices a plan's night of `on`: the one with the latest `effectiveFrom` by that day,
 * of those the plan's own, of those the highest `version`. Undefined when none is effective yet.
 */
export const rateVersionOn = <V extends Ranked>(
  versions: readonly V[],
  planId: string | null,
  on: CalendarDate,
): V | undefined => rateVersionsFrom(versions)(planId, on);

/** As `rateVersionOn`, for many nights: the versions of each plan are put in order once. */
export const rateVersionsFrom = <V extends Ranked>(
  versions: readonly V[],
): ((planId: string | null, on: CalendarDate) => V | undefined) => {
  const byPlan = Map.groupBy(versions, ({ planId }) => planId);
  const ordered = new Map<string | null, V[]>();
  const inOrder = (planId: string | null): V[] => (byPlan.get(planId) ?? []).toReversed().toSorted(compareVersions);
  const lastOn = (planId: string | null, on: CalendarDate): V | undefined => {
    const known = ordered.getOrInsertComputed(planId, inOrder);
    return known[firstIndex(known, ({ effectiveFrom }) => isAfter(effectiveFrom, on)) - 1];
  };
  return (planId, on) => {
    const forAll = lastOn(null, on);
    const own = planId === null ? undefined : lastOn(planId, on);
    return own && forAll && isAfter(forAll.effectiveFrom, own.effectiveFrom) ? forAll : (own ?? forAll);
  };
};

const compareVersions = (a: Ranked, b: Ranked): number =>
  compareDates(a.effectiveFrom, b.effectiveFrom) || a.version - b.version;
