import type { StatementScan } from './explain.ts';

/** Tables that stay small on every platform. */
const SMALL: Readonly<Record<string, string>> = {
  account_to_allocate: 'what was issued since the last minute',
  batch_run: 'a few rows a day, for 90 days',
  mirrored_write_off: 'what was given up and is not closed at the payment provider yet',
  migration_history: 'a row a migration, read at the start',
  schedule_run: 'a few rows a day, for 90 days',
  tax_rate: 'a few rows a state',
};

/** Intended full scans, and why no caller waits for them. */
const WHOLE: readonly { statement: RegExp; reason: string }[] = [
  {
    statement: /from webhook_endpoint e join event ev on/,
    reason: 'Events of one organization, asked for again: by their index, once there are several.',
  },
  {
    statement: /join webhook_endpoint e on/,
    reason: 'Endpoints of the organizations of a few events, by their index.',
  },
];

/** Counts of a table have a row for each organization, month and state of it. */
const isCount = (table: string): boolean => table.endsWith('_count');

/** Whether a statement reads a whole table for a reason that is known. */
export const readsAllOnPurpose = ({ table, statement }: StatementScan): boolean =>
  table in SMALL || isCount(table) || WHOLE.some((each) => each.statement.test(statement));
