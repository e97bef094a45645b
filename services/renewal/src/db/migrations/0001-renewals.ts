import { Migration } from '@mikro-orm/migrations';

export class Renewals extends Migration {
  override up(): void {
    this.policies();
    this.renewals();
    this.runs();
  }

  private policies(): void {
    this.addSql(`create table renewable_policy (
      id uuid primary key,
      organization_id text not null,
      contract_id text,
      policy_reference text not null,
      name text not null,
      currency text not null,
      status text not null,
      auto_renew boolean not null,
      term_start date not null,
      term_end date not null,
      rate_per_night bigint,
      plan_id text,
      rate_table jsonb not null,
      supported_states jsonb not null,
      notices_stamped jsonb not null,
      current_renewal_id text,
      renewal_count int not null,
      version int not null
    )`);
    this.addSql(`create index renewable_policy_upcoming on renewable_policy (term_end, id)
      where status in ('ACTIVE', 'PENDING', 'SUSPENDED')`);
    this.addSql(`create index renewable_policy_renewing on renewable_policy (term_end, id)
      where auto_renew and status in ('ACTIVE', 'SUSPENDED')`);
    this.addSql(`create table policy_invoice (
      id uuid primary key,
      policy_id uuid not null,
      status text not null,
      version int not null
    )`);
    this.addSql(`create index policy_invoice_unpaid on policy_invoice (policy_id)
      where status in ('SUSPENDED', 'UNCOLLECTIBLE')`);
  }

  private renewals(): void {
    this.addSql(`create table renewal (
      id uuid primary key,
      organization_id text not null,
      policy_id uuid not null,
      previous_term_end date not null,
      new_term_start date not null,
      new_term_end date not null,
      previous_rate bigint,
      new_rate bigint,
      rate_reason text not null,
      status text not null,
      failure_reason text,
      processed_at timestamptz,
      processed_by text,
      review_reasons jsonb not null,
      approved_reasons jsonb not null,
      notices_sent jsonb not null,
      requested_at timestamptz,
      requested_by text,
      run_id uuid,
      created_by text not null,
      created_date timestamptz not null,
      last_modified_by text not null,
      last_modified_date timestamptz not null,
      version int not null,
      unique (policy_id, new_term_start),
      check (new_term_start = previous_term_end + 1 and new_term_end >= new_term_start)
    )`);
    this.addSql(`create index renewal_by_run on renewal (run_id, status) where run_id is not null`);
    this.addSql(`create index renewal_unanswered on renewal (requested_at) where status = 'PROCESSING'`);
  }

  private runs(): void {
    this.addSql(`create table renewal_run (
      job_id uuid primary key,
      position bigint generated always as identity,
      as_of date not null,
      dry_run boolean not null,
      organizations jsonb,
      requested_by text not null,
      daily_for date unique,
      status text not null,
      due int not null default 0,
      completed int not null default 0,
      manual_review int not null default 0,
      failed int not null default 0,
      skipped int not null default 0,
      last_term_end date,
      last_policy_id uuid,
      decided boolean not null default false,
      attempts int not null default 0,
      started_at timestamptz not null,
      finished_at timestamptz
    )`);
    this.addSql(`create index renewal_run_queue on renewal_run (position) where status = 'RUNNING'`);
    this.addSql(`create table lease (
      name text primary key,
      owner uuid not null,
      until timestamptz not null
    )`);
  }
}
