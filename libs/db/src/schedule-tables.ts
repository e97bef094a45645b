import { Migration } from '@mikro-orm/migrations';

/** The tables that every service has for its schedules. */
export class ScheduleTables extends Migration {
  override up(): void {
    this.addSql(`create table schedule (
      name text primary key,
      ran_until timestamptz not null,
      owner uuid,
      lease_until timestamptz,
      attempts int not null default 0,
      retry_at timestamptz
    )`);
    this.addSql(`create table schedule_run (
      id bigint generated always as identity primary key,
      schedule text not null,
      due_at timestamptz not null,
      started_at timestamptz not null,
      finished_at timestamptz,
      outcome text not null default 'RUNNING' check (outcome in ('RUNNING', 'COMPLETED', 'FAILED', 'ABANDONED')),
      counts jsonb not null default '{}',
      error text
    )`);
    this.addSql(`create index schedule_run_newest on schedule_run (schedule, id desc)`);
    this.addSql(`create index schedule_run_open on schedule_run (schedule) where outcome = 'RUNNING'`);
    this.addSql(`create index inbox_age on inbox (processed_at)`);
  }
}
