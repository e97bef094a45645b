import type { CalendarDate } from '@staycover/kernel';
import type { Notice, RenewablePolicy } from './policy.ts';
import { findNoticeDays, notices, type RenewalRules } from './rules.ts';

export type DueNotice = { notice: Notice; daysBeforeTermEnd: number };

/** The notice to send on `asOf`: the nearest due one, unless it or a nearer one was sent. */
export const dueNotice = (
  policy: RenewablePolicy,
  sent: readonly Notice[],
  asOf: CalendarDate,
  rules: RenewalRules,
): DueNotice | undefined => {
  const daysBeforeTermEnd = asOf.until(policy.termEnd).days;
  if (daysBeforeTermEnd < 0) return undefined;
  const days = findNoticeDays(policy, rules);
  const notice = notices.findLast((_, i) => daysBeforeTermEnd <= days[i]!);
  const given = [...sent, ...policy.noticesStamped];
  return notice === undefined || given.some((earlier) => earlier <= notice) ? undefined : { notice, daysBeforeTermEnd };
};
