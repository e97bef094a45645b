import type { SqlGauge } from '@staycover/service';

/** What a dashboard shows of the business. */
export const gauges: readonly SqlGauge[] = [
  { metric: 'claims', sql: 'select status, sum(counted) as value from claim_count group by status' },
  {
    metric: 'splits',
    sql: `select account, currency, case when account = 'COLLECTED_PREMIUM' then sum(amount) else -sum(amount) end as value
      from posting_count group by account, currency`,
  },
];
