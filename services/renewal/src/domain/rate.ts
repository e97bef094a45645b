import {
  type CalendarDate,
  divideHalfAwayFromZero,
  isAfter,
  magnitude,
  type Rate,
  rateFromNumber,
  rateVersionOn,
} from '@staycover/kernel';
import type { RenewablePolicy } from './policy.ts';

export type RateReason = 'RATE_TABLE' | 'UNCHANGED' | 'MANUAL';

export type RenewalRates = { previousRate: Rate | null; newRate: Rate | null; rateReason: RateReason };

type Rated = Pick<RenewablePolicy, 'ratePerNight' | 'lossFundRatePerNight' | 'planId' | 'rateTable'>;

type Rates = Pick<Rated, 'ratePerNight' | 'lossFundRatePerNight'>;

/** The rates in force on a day: the table's, else the flat ones, as both are going to be by then. */
const ratesOn = (policy: RenewablePolicy, day: CalendarDate): Rates => {
  const changes = policy.ratesAhead.filter(({ effectiveFrom }) => !isAfter(effectiveFrom, day));
  const then = changes.reduce<Rated>((rates, change) => ({ ...rates, ...change }), policy);
  const version = rateVersionOn(then.rateTable, then.planId, day);
  return {
    ratePerNight: version?.ratePerNight ?? then.ratePerNight,
    lossFundRatePerNight: version?.lossFundRatePerNight ?? then.lossFundRatePerNight,
  };
};

export const rateOn = (policy: RenewablePolicy, day: CalendarDate): Rate | null => ratesOn(policy, day).ratePerNight;

/** What of the rate goes to the loss fund; null where that is nothing, or not known. */
export const lossFundRateOn = (policy: RenewablePolicy, day: CalendarDate): Rate | null =>
  ratesOn(policy, day).lossFundRatePerNight;

/** How the rate moves from the last day of a term to the first of the next. */
export const renewalRates = (policy: RenewablePolicy, newTermStart: CalendarDate): RenewalRates => {
  const previousRate = rateOn(policy, policy.termEnd);
  const newRate = rateOn(policy, newTermStart);
  return { previousRate, newRate, rateReason: newRate === previousRate ? 'UNCHANGED' : 'RATE_TABLE' };
};

/** Hundredths of a percent by which the rate moves; a rate without a previous one moves by 100 %. */
export const percentHundredths = (previousRate: Rate | null, newRate: Rate | null): bigint => {
  const [previous, next] = [previousRate ?? 0n, newRate ?? 0n];
  if (previous === next) return 0n;
  return previous === 0n ? 10_000n : divideHalfAwayFromZero((next - previous) * 10_000n, previous);
};

/** Whether the rate moves, up or down, by more than `percent` of the previous one. */
export const movesByMoreThan = (percent: number, { previousRate, newRate }: RenewalRates): boolean => {
  const [previous, next] = [previousRate ?? 0n, newRate ?? 0n];
  return magnitude(next - previous) * 1_000_000n > rateFromNumber(percent) * previous;
};
