import { Migration } from '@mikro-orm/migrations';

export class Contracts extends Migration {
  override up(): void {
    this.addSql(`create sequence contract_number`);
    this.addSql(`create table contract (
      id uuid primary key,
      organization_id text not null,
      crm_deal_id text not null,
      deal_hash text not null,
      contract_reference text not null unique,
      policy_id uuid not null unique,
      status text not null,
      effective_date date not null,
      expiration_date date not null,
      term_months int not null,
      auto_renew boolean not null,
      renewal_term_months int not null,
      cancellation_notice_days int not null,
      base_rate_per_night bigint,
      currency text not null,
      details jsonb not null,
      created_by text not null,
      created_date timestamptz not null,
      last_modified_by text not null,
      last_modified_date timestamptz not null,
      version int not null default 1,
      unique (organization_id, crm_deal_id),
      check (effective_date <= expiration_date)
    )`);
    this.addSql(`create index contract_by_organization on contract (organization_id, id)`);
    this.addSql(`create table received_deal (
      id uuid primary key,
      received_at timestamptz not null,
      channel text not null,
      body bytea not null,
      outcome text not null,
      detail text,
      organization_id text,
      crm_deal_id text,
      contract_id uuid
    )`);
    this.addSql(
      `create index received_deal_open on received_deal (received_at) where outcome in ('received', 'conflict')`,
    );
  }
}
