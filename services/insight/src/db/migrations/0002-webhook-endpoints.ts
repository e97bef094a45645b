import { Migration } from '@mikro-orm/migrations';
import { audited } from '@staycover/db';

export class WebhookEndpoints extends Migration {
  override up(): void {
    this.endpoints();
    this.deliveries();
  }

  private endpoints(): void {
    this.addSql(`create table webhook_endpoint (
      id uuid primary key,
      organization_id text not null,
      url text not null,
      description text,
      event_types jsonb not null,
      status text not null,
      created_by text not null,
      created_date timestamptz not null,
      last_modified_by text not null,
      last_modified_date timestamptz not null,
      version int not null default 1
    )`);
    this.addSql(`create index webhook_endpoint_of_organization on webhook_endpoint (organization_id, id)`);
    for (const sql of audited({ table: 'webhook_endpoint', resource: 'webhook-endpoint' })) this.addSql(sql);
    // Apart from the endpoint, so that no secret gets into the audit trail.
    this.addSql(`create table webhook_secret (
      endpoint_id uuid not null,
      sealed bytea not null,
      created_at timestamptz not null,
      expires_at timestamptz
    )`);
    this.addSql(`create index webhook_secret_of_endpoint on webhook_secret (endpoint_id)`);
  }

  private deliveries(): void {
    // When the next event is to be sent to an endpoint; null while there is none.
    this.addSql(`create table webhook_turn (
      endpoint_id uuid primary key,
      due_at timestamptz,
      rests_until timestamptz,
      failures int not null default 0,
      failing_since timestamptz
    )`);
    this.addSql(`create index webhook_turn_due on webhook_turn (due_at) where due_at is not null`);
    this.addSql(`create table webhook_delivery (
      endpoint_id uuid not null,
      position bigint not null,
      aggregate_id text not null,
      stored_at timestamptz not null default now(),
      attempts int not null default 0,
      failed_at timestamptz,
      retry_at timestamptz,
      delivered_at timestamptz,
      primary key (endpoint_id, position)
    )`);
    this.addSql(
      `create index webhook_delivery_waiting on webhook_delivery (endpoint_id, position) where delivered_at is null`,
    );
    this.addSql(`create index webhook_delivery_retried on webhook_delivery (endpoint_id, aggregate_id)
      where delivered_at is null and retry_at is not null`);
    this.addSql(`create index webhook_delivery_age on webhook_delivery (stored_at)`);
    this.addSql(`create table webhook_attempt (
      id uuid primary key,
      endpoint_id uuid not null,
      event_id uuid not null,
      event_type text not null,
      at timestamptz not null,
      status int,
      error text,
      answer text,
      duration_ms int not null
    )`);
    this.addSql(`create index webhook_attempt_of_endpoint on webhook_attempt (endpoint_id, id)`);
    this.addSql(`create index webhook_attempt_of_event on webhook_attempt (endpoint_id, event_id, id)`);
    this.addSql(`create index webhook_attempt_age on webhook_attempt (at)`);
  }
}
