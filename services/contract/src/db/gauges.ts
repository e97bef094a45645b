import type { SqlGauge } from '@staycover/service';

/** What a dashboard shows of the business. */
export const gauges: readonly SqlGauge[] = [
  { metric: 'deals', sql: 'select outcome, sum(counted) as value from received_deal_count group by outcome' },
  { metric: 'contracts', sql: 'select status, sum(counted) as value from contract_count group by status' },
];
