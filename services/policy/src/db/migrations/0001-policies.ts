import { Migration } from '@mikro-orm/migrations';

export class Policies extends Migration {
  override up(): void {
    this.addSql(`create sequence policy_number`);
    this.addSql(`create table policy (
      id uuid primary key,
      organization_id text not null,
      policy_reference text not null unique,
      contract_id text,
      status text not null,
      currency text not null,
      term_start date not null,
      term_end date not null,
      coverage_ends_on date,
      auto_renew boolean not null,
      rate_per_night bigint,
      rate_per_month bigint,
      rate_per_reservation bigint,
      loss_fund_rate_per_night bigint,
      rate_table_versions jsonb not null,
      plan_id text,
      supported_states jsonb not null,
      supported_countries jsonb not null,
      excluded_property_types jsonb not null,
      eligibility_overrides jsonb not null,
      min_nights int,
      max_nights int,
      details jsonb not null,
      previous_policy_id uuid,
      superseded_by_policy_id uuid,
      current_renewal_id uuid,
      renewal_notice60sent_at timestamptz,
      renewal_notice30sent_at timestamptz,
      renewal_notice7sent_at timestamptz,
      renewal_manual_review_flagged_at timestamptz,
      renewal_count int not null,
      enrollment_version int not null,
      enrollment_count int not null default 0,
      next_change_on date,
      created_by text not null,
      created_date timestamptz not null,
      last_modified_by text not null,
      last_modified_date timestamptz not null,
      version int not null default 1,
      check (term_start <= term_end)
    )`);
    this.addSql(`create index policy_by_organization on policy (organization_id, id)`);
    this.addSql(`create index policy_by_contract on policy (contract_id, id) where contract_id is not null`);
    this.addSql(`create index policy_by_status on policy (status, id)`);
    this.addSql(`create index policy_next_change on policy (next_change_on) where next_change_on is not null`);
    this.addSql(`create index policy_to_expire on policy (term_end)
      where not auto_renew and status in ('ACTIVE', 'SUSPENDED')`);
    this.addSql(`create table policy_term (
      policy_id uuid not null references policy,
      term_start date not null,
      term_end date not null,
      coverage_ends_on date,
      rate_per_night bigint,
      loss_fund_rate_per_night bigint,
      primary key (policy_id, term_start),
      check (term_start <= term_end)
    )`);
    this.addSql(`create table coverage_election (
      organization_id text not null,
      policy_id uuid not null,
      election_id text not null,
      own boolean not null,
      stated_at timestamptz not null,
      scope_type text not null,
      scope_id text,
      action text not null,
      plan_id text,
      rate_override_per_night bigint,
      endorsement_selections jsonb not null,
      effective_from date not null,
      effective_to date,
      primary key (organization_id, policy_id, election_id)
    )`);
    this.addSql(`create index coverage_election_by_name on coverage_election (organization_id, election_id)`);
    this.addSql(`create table property (
      organization_id text not null,
      property_id text not null,
      stated_at timestamptz not null,
      property_reference_id text,
      property_name text,
      state text,
      country text,
      property_type text,
      group_ids jsonb not null,
      primary key (organization_id, property_id)
    )`);
    this.addSql(`create table enrollment (
      policy_id uuid not null references policy,
      property_id text not null,
      enrolled_date date not null,
      unenrolled_date date,
      property_reference_id text,
      property_name text,
      state text,
      election_id text,
      active boolean not null,
      plan_id text,
      rate_override_per_night bigint,
      endorsement_selections jsonb not null,
      computed_rate_per_night bigint,
      primary key (policy_id, property_id, enrolled_date),
      check (enrolled_date <= unenrolled_date)
    )`);
    this.addSql(`create table renewal_answer (
      renewal_id uuid primary key,
      policy_id uuid not null references policy,
      event text not null,
      data jsonb not null,
      times int not null
    )`);
  }
}
