import type { SqlGauge } from '@staycover/service';

/** What a dashboard shows of the business. */
export const gauges: readonly SqlGauge[] = [
  { metric: 'deals', sql: 'select outcome, count(*)::int as value from received_deal group by outcome' },
  { metric: 'contracts', sql: 'select status, count(*)::int as value from contract group by status' },
];
