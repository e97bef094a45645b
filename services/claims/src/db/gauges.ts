import type { SqlGauge } from '@staycover/service';

/** What a dashboard shows of the business. */
export const gauges: readonly SqlGauge[] = [
  { metric: 'claims', sql: 'select status, count(*)::int as value from claim group by status' },
  {
    metric: 'splits',
    sql: 'select account, currency, sum(balance) as value from ledger_balance group by account, currency',
  },
];
