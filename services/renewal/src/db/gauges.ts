import type { SqlGauge } from '@staycover/service';

/** What a dashboard shows of the business. */
export const gauges: readonly SqlGauge[] = [
  { metric: 'renewals', sql: 'select status, count(*)::int as value from renewal group by status' },
];
