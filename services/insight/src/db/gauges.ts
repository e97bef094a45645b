import type { SqlGauge } from '@staycover/service';

/** What a dashboard shows of mails. */
export const gauges: readonly SqlGauge[] = [
  { metric: 'mails', sql: 'select status, count(*)::int as value from mail group by status' },
];
