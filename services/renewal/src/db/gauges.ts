import type { SqlGauge } from '@staycover/service';

/** What a dashboard shows of the business. */
export const gauges: readonly SqlGauge[] = [
  { metric: 'renewals', sql: 'select status, sum(counted) as value from renewal_count group by status' },
];
