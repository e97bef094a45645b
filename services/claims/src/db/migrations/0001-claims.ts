import { Migration } from '@mikro-orm/migrations';

export class Claims extends Migration {
  override up(): void {
    this.addSql(`create table reservation (
      id uuid primary key,
      organization_id text not null,
      reservation_reference_id text not null,
      reservation_id bigint,
      arrival_date date not null,
      departure_date date not null,
      number_of_nights bigint not null,
      number_of_guests bigint,
      property jsonb,
      selected_policies jsonb not null,
      claim_token bytea not null,
      claim_token_digest bytea not null unique,
      stated_at timestamptz not null,
      unique (organization_id, reservation_reference_id),
      check (arrival_date <= departure_date)
    )`);
    this.addSql(`create index reservation_by_reference on reservation (reservation_reference_id)`);
    this.addSql(`create index reservation_by_number on reservation (organization_id, reservation_id)`);
    this.addSql(`create sequence claim_number`);
    this.addSql(`create table claim (
      id uuid primary key,
      organization_id text not null,
      number bigint not null unique,
      claim_reference text not null unique,
      reservation_reference_id text,
      reservation_id bigint,
      status text not null,
      damage_date date,
      damage_description text not null,
      estimate_amount bigint,
      documents jsonb not null,
      claim_urls jsonb not null,
      followup_answers jsonb not null,
      assessment jsonb,
      status_history jsonb not null,
      submission_hash text not null,
      created_by text not null,
      created_date timestamptz not null,
      last_modified_by text not null,
      last_modified_date timestamptz not null,
      version int not null default 1
    )`);
    this.addSql(`create index claim_by_organization on claim (organization_id, number)`);
    this.addSql(`create index claim_by_reference on claim (reservation_reference_id, number)`);
    this.addSql(`create index claim_by_reservation_number on claim (organization_id, reservation_id)`);
    this.addSql(`create table waiting_update (
      id bigint generated always as identity primary key,
      organization_id text not null,
      claim_id uuid not null,
      event_id text not null,
      source text not null,
      data jsonb not null,
      received_at timestamptz not null
    )`);
    this.addSql(`create index waiting_update_by_claim on waiting_update (claim_id, id)`);
    this.addSql(`create index waiting_update_by_age on waiting_update (received_at)`);
    this.addSql(`create table assessment (
      id uuid primary key,
      organization_id text,
      claim_id uuid,
      assessed_at timestamptz not null,
      requested_by text not null,
      provider text not null,
      model text,
      inputs_hash text not null,
      outcome text not null,
      result jsonb not null
    )`);
    this.addSql(`create index assessment_by_claim on assessment (claim_id, assessed_at)`);
  }
}
