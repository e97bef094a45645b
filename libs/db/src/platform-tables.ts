import { Migration } from '@mikro-orm/migrations';

/** The tables that every service has for events and idempotency keys; each service's first migration. */
export class PlatformTables extends Migration {
  override up(): void {
    this.addSql(`create table outbox (
      id bigint generated always as identity primary key,
      event_id uuid not null unique,
      organization_id text not null,
      aggregate_id text not null,
      aggregate_version int not null,
      ordinal smallint not null default 0,
      subject text not null,
      payload text not null,
      created_at timestamptz not null default now(),
      attempts int not null default 0,
      published_at timestamptz,
      stream_seq bigint,
      last_error text,
      unique (aggregate_id, aggregate_version, ordinal)
    )`);
    this.addSql(`create index outbox_unpublished on outbox (id) where published_at is null`);
    this.addSql(`create index outbox_published on outbox (published_at) where published_at is not null`);
    this.addSql(`create table inbox (
      consumer text not null,
      event_key text not null,
      processed_at timestamptz not null default now(),
      primary key (consumer, event_key)
    )`);
    this.addSql(`create table handler_start (
      consumer text not null,
      event_key text not null,
      starts int not null,
      last_start timestamptz not null default now(),
      primary key (consumer, event_key)
    )`);
    this.addSql(`create table dead_letter (
      id bigint generated always as identity primary key,
      consumer text not null,
      event_key text not null,
      organization_id text,
      subject text not null,
      payload text not null,
      reason text not null,
      errors jsonb not null default '[]',
      attempts int not null,
      created_at timestamptz not null default now(),
      resolved_at timestamptz,
      unique (consumer, event_key)
    )`);
    this.addSql(`create table idempotency_key (
      organization_id text not null,
      route text not null,
      key text not null,
      request_hash text not null,
      status int not null,
      headers jsonb not null,
      body text not null,
      created_at timestamptz not null default now(),
      primary key (organization_id, route, key)
    )`);
    this.addSql(`create index idempotency_key_age on idempotency_key (created_at)`);
  }
}
