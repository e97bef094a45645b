import type { SqlGauge } from '@staycover/service';
import { HELD } from './summary.ts';

/** What a dashboard shows of the business. */
export const gauges: readonly SqlGauge[] = [
  { metric: 'claims', sql: 'select status, sum(counted) as value from claim_count group by status' },
  {
    metric: 'splits',
    sql: `select account, currency, ${HELD} as value from posting_count group by account, currency`,
  },
];
