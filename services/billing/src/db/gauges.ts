import type { SqlGauge } from '@staycover/service';

/** What a dashboard shows of the business. */
export const gauges: readonly SqlGauge[] = [
  {
    metric: 'invoices',
    sql: 'select status, currency, sum(counted) as value from invoice_count group by status, currency',
  },
  {
    metric: 'premium',
    sql: 'select status, currency, sum(total) as value from invoice_count group by status, currency',
  },
];
