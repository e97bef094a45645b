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

/** As `rateVersionOn`, for many nights: the table is put in order once for each plan. */
export const rateVersionsFrom = <V extends Ranked>(
  versions: readonly V[],
): ((planId: string | null, on: CalendarDate) => V | undefined) => {
  const byPlan = new Map<string | null, V[]>();
  const inOrder = (planId: string | null): V[] =>
    versions
      .filter((version) => isFor(planId, version))
      .toReversed()
      .toSorted(compareVersions);
  return (planId, on) => {
    const known = byPlan.getOrInsertComputed(planId, inOrder);
    return known[firstIndex(known, ({ effectiveFrom }) => isAfter(effectiveFrom, on)) - 1];
  };
};

const isFor = (plan: string | null, { planId }: Ranked): boolean => planId === null || planId === plan;

const compareVersions = (a: Ranked, b: Ranked): number =>
  compareDates(a.effectiveFrom, b.effectiveFrom) ||
  Number(a.planId !== null) - Number(b.planId !== null) ||
  a.version - b.version;
