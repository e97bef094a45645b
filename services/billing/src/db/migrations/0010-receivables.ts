import { Migration } from '@mikro-orm/migrations';
import { audited, boundToSchema, inSchema } from '@staycover/db';

export class Receivables extends Migration {
  override up(): void {
    this.addSql(`alter table invoice
      add column amount_paid bigint not null default 0,
      add column amount_credited bigint not null default 0,
      add column amount_written_off bigint not null default 0 check (amount_written_off >= 0),
      add column amount_refunded bigint not null default 0 check (amount_refunded >= 0),
      add column amount_disputed bigint not null default 0 check (amount_disputed >= 0),
      add column splits_published bigint not null default 0`);
    this.addSql(`create sequence payment_number`);
    // Whoever allocates holds the account's row, then the billing rows of policies.
    this.addSql(`create table receivable_account (
      organization_id text not null,
      currency text not null,
      primary key (organization_id, currency)
    )`);
    this.addSql(`create table payment (
      id uuid primary key,
      organization_id text not null,
      payment_reference text not null unique,
      currency text not null,
      amount bigint not null check (amount > 0),
      unallocated bigint not null check (unallocated >= 0),
      method text not null,
      status text not null,
      received_on date not null,
      reference text,
      payment_provider_intent_id text unique,
      invoice_ids jsonb not null,
      reversal_reason text,
      dispute_id text,
      disputed bigint not null check (disputed >= 0),
      disputed_on jsonb not null,
      lost bigint not null check (lost >= 0),
      created_by text not null,
      created_date timestamptz not null,
      last_modified_by text not null,
      last_modified_date timestamptz not null,
      version int not null default 1
    )`);
    this.addSql(`create index payment_by_organization on payment (organization_id, id)`);
    this.addSql(`create index payment_open on payment (organization_id, currency) where unallocated > 0`);
    this.addSql(`create table payment_refund (
      id uuid primary key,
      payment_id uuid not null references payment,
      organization_id text not null,
      currency text not null,
      amount bigint not null check (amount > 0),
      reason text not null,
      note text,
      status text not null,
      provider_refund_id text unique,
      open_on jsonb not null,
      created_date timestamptz not null,
      created_by text not null
    )`);
    this.addSql(`create index payment_refund_by_payment on payment_refund (payment_id)`);
    this.addSql(`create index payment_refund_open on payment_refund (organization_id, currency) where open_on <> '{}'`);
    this.addSql(`create index payment_refund_pending on payment_refund (id) where status = 'PENDING'`);
    // From a payment or credit note to an invoice or refund; below 0 when it was taken back.
    this.addSql(`create table allocation (
      id uuid primary key,
      source_id uuid not null,
      target_id uuid not null,
      amount bigint not null check (amount <> 0),
      allocated_at timestamptz not null
    )`);
    this.addSql(`create index allocation_by_source on allocation (source_id, id)`);
    this.addSql(`create index allocation_by_target on allocation (target_id, id)`);
    this.addSql(`create table ar_posting (
      entry_id uuid not null,
      line int not null,
      organization_id text not null,
      currency text not null,
      account text not null,
      item_id uuid not null,
      policy_id uuid,
      amount bigint not null check (amount <> 0),
      posted_on date not null,
      primary key (entry_id, line)
    )`);
    this.addSql(
      `create index ar_posting_by_account on ar_posting (organization_id, currency, posted_on, entry_id, line)`,
    );
    for (const sql of CHECKS) this.addSql(sql);
    for (const sql of audited({ table: 'payment', resource: 'payment' })) this.addSql(sql);
    for (const sql of audited({ table: 'payment_refund', resource: 'payment', resourceId: 'payment_id' }))
      this.addSql(sql);
  }
}

const CHECKS = [
  `create function assert_entry_balanced() returns trigger language plpgsql set search_path from current as $$
    declare total numeric;
    begin
      select sum(amount) into total from ar_posting where entry_id = new.entry_id;
      if total <> 0 then
        raise exception 'postings of entry % sum to %, not to zero', new.entry_id, total
          using errcode = 'check_violation', constraint = 'ar_posting_balanced';
      end if;
      return null;
    end $$`,
  `create constraint trigger ar_posting_balanced after insert on ar_posting
    deferrable initially deferred for each row execute function assert_entry_balanced()`,
  `create function refuse_posting_change() returns trigger language plpgsql as $$
    begin
      raise exception 'postings are append-only' using errcode = 'check_violation', constraint = 'ar_posting_append_only';
    end $$`,
  `create trigger ar_posting_append_only before update or delete or truncate on ar_posting
    for each statement execute function refuse_posting_change()`,
  ...['assert_entry_balanced', 'refuse_posting_change'].map((name) => inSchema(boundToSchema(name))),
];
