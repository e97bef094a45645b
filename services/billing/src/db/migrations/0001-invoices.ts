import { Migration } from '@mikro-orm/migrations';

export class Invoices extends Migration {
  override up(): void {
    this.addSql(`create sequence invoice_number`);
    // One row a policy; whoever changes an invoice of the policy or its billed nights holds it.
    this.addSql(`create table billing_account (
      policy_id uuid primary key,
      organization_id text not null,
      currency text not null,
      policy_version int not null
    )`);
    this.addSql(`create table invoice (
      id uuid primary key,
      organization_id text not null,
      organization_policy_id uuid not null references billing_account,
      invoice_reference text not null unique,
      state_code text,
      period_start date not null,
      period_end date not null,
      subtotal bigint not null,
      tax bigint not null,
      total bigint not null,
      subtotals_by_category jsonb not null,
      currency text not null,
      status text not null,
      due_date date,
      paid_date date,
      payment_provider_intent_id text,
      payment_provider_invoice_id text,
      sent_at timestamptz,
      retry_attempt int not null,
      last_retry_at timestamptz,
      next_retry_at timestamptz,
      last_failure_reason text,
      suspended_at timestamptz,
      reserve_splits_published_at timestamptz,
      generated_hash text not null,
      order_count int not null,
      refunded bigint not null,
      created_by text not null,
      created_date timestamptz not null,
      last_modified_by text not null,
      last_modified_date timestamptz not null,
      version int not null default 1,
      check (total = subtotal + tax),
      check (refunded >= 0)
    )`);
    this.addSql(
      `create unique index invoice_draft on invoice (organization_policy_id, period_start) where status = 'DRAFT'`,
    );
    this.addSql(`create index invoice_by_policy on invoice (organization_policy_id, id)`);
    this.addSql(`create index invoice_by_organization on invoice (organization_id, id)`);
    this.addSql(`create index invoice_by_status on invoice (status, id)`);
    this.addSql(`create table invoice_line (
      id uuid primary key,
      invoice_id uuid not null references invoice,
      manual boolean not null,
      position int not null,
      category text not null,
      description text not null,
      quantity int not null,
      unit_price bigint not null,
      amount bigint not null,
      premium bigint not null,
      loss_fund bigint not null,
      partner_fee bigint not null,
      service_fee bigint not null,
      property_id text,
      property_name text,
      stay_month text,
      state_code text,
      product_line text,
      order_id text,
      order_line_id text,
      order_reference text,
      origin_id uuid,
      nights datemultirange not null,
      election_id text,
      plan_id text,
      rate_source text,
      rate_table_version int,
      loss_fund_rate bigint,
      check (manual = (order_id is null) and manual = (origin_id is null)),
      check (manual or premium + loss_fund + partner_fee + service_fee = amount)
    )`);
    this.addSql(`create index invoice_line_by_invoice on invoice_line (invoice_id, manual, position)`);
  }
}
