import { Migration } from '@mikro-orm/migrations';

export class OrdersTaxesRefunds extends Migration {
  override up(): void {
    this.addSql(`create table stay_order (
      organization_id text not null,
      order_id text not null,
      number bigint generated always as identity,
      policy_id uuid not null,
      order_reference text,
      confirmed_at timestamptz not null,
      primary key (organization_id, order_id)
    )`);
    this.addSql(`create index stay_order_by_policy on stay_order (policy_id, organization_id, number)`);
    this.addSql(`create table stay (
      organization_id text not null,
      order_id text not null,
      order_line_id text not null,
      position int not null,
      property_id text not null,
      property_name text,
      nights daterange not null,
      rate_per_night bigint,
      primary key (organization_id, order_id, order_line_id)
    )`);
    // A cancellation may arrive before what it cancels; an empty line id stands for the whole order.
    this.addSql(`create table stay_cancellation (
      organization_id text not null,
      order_id text not null,
      order_line_id text not null,
      cancelled_at timestamptz not null,
      primary key (organization_id, order_id, order_line_id)
    )`);
    this.addSql(`create table tax_rate (
      state_code text not null,
      category text not null,
      percent numeric(7, 4) not null check (percent >= 0),
      primary key (state_code, category)
    )`);
    this.addSql(`create table refund (
      invoice_id uuid not null references invoice,
      refund_id text not null,
      amount bigint not null check (amount > 0),
      created_at timestamptz not null,
      primary key (invoice_id, refund_id)
    )`);
  }
}
