import { Migration } from '@mikro-orm/migrations';

/** The tables that every service has for what its replicas do in batches: runs, and what of them is still to be done. */
export class BatchTables extends Migration {
  override up(): void {
    this.addSql(`create table batch_run (
      id uuid primary key,
      work text not null,
      status text not null default 'RUNNING' check (status in ('RUNNING', 'COMPLETED')),
      items int not null,
      done int not null default 0,
      failed int not null default 0,
      counts jsonb not null default '{}',
      started_at timestamptz not null,
      finished_at timestamptz
    )`);
    this.addSql(`create unique index batch_run_open on batch_run (work) where status = 'RUNNING'`);
    this.addSql(`create table batch_item (
      run_id uuid not null,
      item_id uuid not null,
      organization_id text not null,
      turn int not null,
      attempts int not null default 0,
      owner uuid,
      claimed_until timestamptz,
      primary key (run_id, item_id)
    ) with (fillfactor = 70)`);
    this.addSql(`create index batch_item_next on batch_item (run_id, turn, item_id)`);
  }
}
