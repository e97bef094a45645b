import type { SqlGauge } from '@staycover/service';

/** What a dashboard shows of the business. */
export const gauges: readonly SqlGauge[] = [
  { metric: 'policies', sql: 'select status, sum(counted) as value from policy_count group by status' },
];
