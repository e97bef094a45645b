import { type CalendarDate, divideHalfAwayFromZero, type Rate, rateVersionOn } from '@staycover/kernel';
import type { DatedMembers } from './dated-members.ts';
import type { EnrollmentRow } from './enrollment-rows.ts';

export type ComputedRates = { perNight: Rate | null; perMonth: Rate | null };

const NIGHTS_A_MONTH = 30n;

/**
 * What a night and a month cost on a day, but for orders: the election's own rate, the plan's newest version, the flat
 * rate of a night, or of a month by its days.
 */
export const computedRates = (
  { planId, rateOverridePerNight }: Pick<EnrollmentRow, 'planId' | 'rateOverridePerNight'>,
  members: DatedMembers,
  day: CalendarDate,
): ComputedRates => {
  const version = rateVersionOn(members.rateTableVersions, planId ?? members.planId, day);
  const perNight = rateOverridePerNight ?? version?.ratePerNight ?? members.ratePerNight;
  if (perNight !== null) return { perNight, perMonth: perNight * NIGHTS_A_MONTH };
  const { ratePerMonth } = members;
  if (ratePerMonth === null) return { perNight: null, perMonth: null };
  return { perNight: divideHalfAwayFromZero(ratePerMonth, BigInt(day.daysInMonth)), perMonth: ratePerMonth };
};
