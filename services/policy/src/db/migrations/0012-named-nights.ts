import { Migration } from '@mikro-orm/migrations';

/**
 * The nights of properties that each policy names, so that broad elections of others skip them. For existing policies the
 * next sweep records them; past nights stay unchanged. The day on which an election was recorded is no longer read; a
 * default fills it for releases that still read it.
 */
export class NamedNights extends Migration {
  override up(): void {
    this.addSql(`create table named_nights (
      organization_id text not null,
      policy_id uuid not null references policy,
      property_id text not null,
      first_night date not null,
      free_from date not null,
      product_line text,
      primary key (policy_id, property_id, first_night),
      check (first_night < free_from)
    )`);
    this.addSql(`create index named_nights_of_organization on named_nights (organization_id)`);
    this.addSql(`alter table coverage_election alter recorded_on set default (now() at time zone 'utc')::date`);
    this.addSql(`update policy as p set next_change_on = least(next_change_on, (now() at time zone 'utc')::date)
      where status in ('ACTIVE', 'SUSPENDED') and exists (
        select from coverage_election as e where e.organization_id = p.organization_id and e.scope_type = 'PROPERTY'
          and e.policy_id in (p.id, '00000000-0000-0000-0000-000000000000'))`);
  }
}
