import type { SqlGauge } from '@staycover/service';

/** What a dashboard shows of the business. */
export const gauges: readonly SqlGauge[] = [
  { metric: 'policies', sql: 'select status, count(*)::int as value from policy group by status' },
];
