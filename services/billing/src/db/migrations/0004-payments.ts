import { Migration } from '@mikro-orm/migrations';

export class Payments extends Migration {
  override up(): void {
    this.addSql(`alter table invoice add column provider_outages int not null default 0`);
    this.addSql(`create index invoice_by_provider_id on invoice (payment_provider_invoice_id)
      where payment_provider_invoice_id is not null`);
    this.addSql(
      `create index invoice_by_intent on invoice (payment_provider_intent_id) where payment_provider_intent_id is not null`,
    );
    this.addSql(`create index invoice_by_due_date on invoice (due_date, id) where status = 'SENT'`);
    this.addSql(`create index invoice_by_next_retry on invoice (next_retry_at, id) where status = 'PAST_DUE'`);
    // What contracts say of who pays for an organization.
    this.addSql(`create table payer_contract (
      contract_id uuid primary key,
      organization_id text not null,
      version int not null,
      is_current boolean not null,
      legal_name text,
      email text,
      created_at timestamptz not null
    )`);
    this.addSql(`create index payer_contract_by_organization on payer_contract (organization_id)`);
    this.addSql(`create table provider_customer (
      provider text not null,
      organization_id text not null,
      customer_id text not null unique,
      name text not null,
      email text not null,
      primary key (provider, organization_id)
    )`);
    // SENDING freezes the invoice. Leases run on the database's clock, as processes die in real time.
    this.addSql(`create table delivery (
      invoice_id uuid primary key references invoice,
      id uuid not null,
      content_hash text not null,
      state text not null check (state in ('SENDING', 'SENT', 'FAILED')),
      started_at timestamptz not null,
      started_by text not null,
      attempts int not null,
      busy_until timestamptz not null,
      detail text
    )`);
    this.addSql(`create index delivery_sending on delivery (invoice_id) where state = 'SENDING'`);
    this.addSql(`create table collection_attempt (
      id uuid primary key,
      invoice_id uuid not null references invoice,
      started_at timestamptz not null,
      busy_until timestamptz not null,
      outcome text,
      reason text
    )`);
    this.addSql(`create unique index collection_attempt_open on collection_attempt (invoice_id) where outcome is null`);
    this.addSql(`create table provider_event (
      provider text not null,
      event_id text not null,
      type text not null,
      body bytea not null,
      received_at timestamptz not null,
      invoice_id uuid,
      outcome text not null check (outcome in ('PENDING', 'DONE', 'IGNORED', 'CONFLICT')),
      detail text,
      primary key (provider, event_id)
    )`);
    this.addSql(`create index provider_event_pending on provider_event (received_at) where outcome = 'PENDING'`);
  }
}
