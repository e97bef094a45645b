import { Migration } from '@mikro-orm/migrations';

export class Events extends Migration {
  override up(): void {
    this.events();
    this.subjects();
  }

  private events(): void {
    this.addSql(`create table event (
      position bigint generated always as identity primary key,
      event_id uuid not null unique,
      organization_id text not null,
      service text not null,
      name text not null,
      type text not null,
      kind text not null,
      aggregate_id text not null,
      version int not null,
      at timestamptz not null,
      reference text,
      headline text not null,
      trace_id text
    )`);
    this.addSql(`create index event_of_organization on event (organization_id, position)`);
    this.addSql(`create index event_of_organization_by_name on event (organization_id, service, name, position)`);
    this.addSql(`create index event_by_name on event (service, name, position)`);
    // In the order of a timeline, independent of what else is known about the events.
    this.addSql(`create table event_link (
      id text not null,
      at timestamptz not null,
      position bigint not null,
      organization_id text not null,
      primary key (id, at, position)
    )`);
    this.addSql(`create table payload (
      position bigint primary key,
      envelope text not null,
      stored_at timestamptz not null default now()
    )`);
    this.addSql(`create index payload_age on payload (stored_at)`);
  }

  private subjects(): void {
    this.addSql(`create table subject (
      id text primary key,
      kind text not null,
      organization_id text not null,
      reference text not null,
      name text,
      status text,
      version int not null,
      contract_id text
    )`);
    this.addSql(`create table subject_term (
      term text not null,
      id text not null,
      organization_id text not null,
      primary key (id, term)
    )`);
    // Beginnings are looked up byte by byte, whatever the language of the database.
    this.addSql(`create index subject_term_beginning on subject_term (term text_pattern_ops, id)`);
    this.addSql(`create table organization (
      id text primary key,
      first_at timestamptz not null,
      last_at timestamptz not null
    )`);
    this.addSql(`create index organization_beginning on organization (id text_pattern_ops)`);
  }
}
