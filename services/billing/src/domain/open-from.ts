import type { CalendarDate } from '@staycover/kernel';

/**
 * From where the next derivation looks at a policy's nights, once a derivation from this first night on is stored:
 * before it everything that is covered is billed.
 */
export const openAfter = (firstNight: CalendarDate | null, periodEnd: CalendarDate): CalendarDate =>
  firstNight ?? periodEnd.add({ days: 1 });
