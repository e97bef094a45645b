import { type CalendarDate, divideHalfAwayFromZero, type Rate, rateVersionOn } from '@staycover/kernel';
import type { DatedMembers } from './dated-members.ts';
import type { EnrollmentRow } from './enrollment-rows.ts';

export type ComputedRates = {
  computedRatePerNight: Rate | null;
  /** The flat rate of a month where it decides; else a month costs as thirty nights. */
  computedRatePerMonth: Rate | null;
};

/**
 * What a night costs on a day, but for orders: the election's own rate, the plan's newest version, the flat rate of a
 * night, or of a month by its days.
 */
export const computedRates = (
  { planId, rateOverridePerNight }: Pick<EnrollmentRow, 'planId' | 'rateOverridePerNight'>,
  members: DatedMembers,
  day: CalendarDate,
): ComputedRates => {
  const version = rateVersionOn(members.rateTableVersions, planId ?? members.planId, day);
  const perNight = rateOverridePerNight ?? version?.ratePerNight ?? members.ratePerNight;
  const { ratePerMonth } = members;
  if (perNight !== null || ratePerMonth === null) return { computedRatePerNight: perNight, computedRatePerMonth: null };
  const ofItsDays = divideHalfAwayFromZero(ratePerMonth, BigInt(day.daysInMonth));
  return { computedRatePerNight: ofItsDays, computedRatePerMonth: ratePerMonth };
};
