import type { SqlGauge } from '@staycover/service';

/** What a dashboard shows of mails. */
export const gauges: readonly SqlGauge[] = [
  { metric: 'mails', sql: 'select status, sum(counted) as value from mail_count group by status' },
];
