import { Migration } from '@mikro-orm/migrations';
import { boundToSchema, inSchema } from '@staycover/db';

const AMOUNTS = `approved bigint not null, reserve bigint not null, paid bigint not null`;

const COLUMNS = `claim_id, day, organization_id, claim_reference, policy_reference, damage_date, notified_on, decided_on,
  coverage_type, category, status, loss, deductible, approved, reserve, paid, denial_reason, currency`;

/** The members of a row of `claim` that a day keeps, besides its state and amounts. */
const NOTIFIED = (row: string): string => `(select (entry ->> 'date')::timestamptz::date
  from jsonb_array_elements(${row}.status_history) with ordinality as history(entry, place)
  where entry ->> 'status' <> 'DRAFT' order by place limit 1)`;
const LOSS = (row: string): string =>
  `coalesce((${row}.decision ->> 'lossAmount')::numeric, ${row}.estimate_amount / 10000.0)`;

const WATCHED = [
  'status',
  'damage_date',
  'category',
  'coverage_type',
  'estimate_amount',
  'decision',
  'cover',
  'currency',
]
  .concat(['policy_reference', 'approved_amount', 'reserve_amount', 'paid_amount'])
  .map((name) => `old.${name} is distinct from new.${name}`)
  .join(' or ');

const NOTE_CLAIM_DAY = `create or replace function {schema}.note_claim_day() returns trigger language plpgsql as $$
  begin
    if new.status = 'DRAFT' then return null; end if;
    insert into claim_day (${COLUMNS})
    values (new.id,
      greatest(new.last_modified_date::date, (select max(day) from claim_day where claim_id = new.id)),
      new.organization_id, new.claim_reference, new.policy_reference, new.damage_date,
      coalesce(${NOTIFIED('new')}, new.created_date::date), (new.decision ->> 'decidedDate')::timestamptz::date,
      new.coverage_type, new.category, new.status, ${LOSS('new')}, (new.cover ->> 'deductible')::numeric,
      new.approved_amount, new.reserve_amount, new.paid_amount, new.decision ->> 'denialReason', new.currency)
    on conflict (claim_id, day) do update set (${COLUMNS}) = row (excluded.*);
    return null;
  end $$`;

/** Earlier days get their state from the history; amounts are on the day of their decision. */
const BACKFILL = `insert into claim_day (${COLUMNS})
  select c.id, h.day, c.organization_id, c.claim_reference, c.policy_reference, c.damage_date,
    coalesce(${NOTIFIED('c')}, c.created_date::date), case when h.status in ('APPROVED', 'DENIED', 'PAID', 'CLOSED') then h.day end,
    c.coverage_type, c.category, h.status, ${LOSS('c')}, (c.cover ->> 'deductible')::numeric,
    case when h.status in ('APPROVED', 'PAID', 'CLOSED') then c.approved_amount else 0 end,
    case when h.status = 'APPROVED' then c.reserve_amount else 0 end, 0,
    case when h.status in ('DENIED', 'CLOSED') then c.decision ->> 'denialReason' end, c.currency
  from claim c cross join lateral (
    select distinct on ((entry ->> 'date')::timestamptz::date) (entry ->> 'date')::timestamptz::date as day, entry ->> 'status' as status
    from jsonb_array_elements(c.status_history) with ordinality as history(entry, place)
    order by (entry ->> 'date')::timestamptz::date, place desc) h
  where h.status <> 'DRAFT'
  on conflict do nothing`;

/**
 * The state of each claim at the end of the days on which it changed, for reports about the past. A trigger writes it, so
 * that no use case can forget to. The backfill blocks no traffic, and can be restarted.
 */
export class ClaimDays extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`alter table claim add column if not exists policy_reference text`);
    this.addSql(`create table if not exists claim_day (
      claim_id uuid not null, day date not null, organization_id text not null, claim_reference text not null,
      policy_reference text, damage_date date, notified_on date not null, decided_on date, coverage_type text not null,
      category text, status text not null, loss numeric, deductible numeric, ${AMOUNTS}, denial_reason text, currency text,
      primary key (claim_id, day)
    )`);
    this.addSql(`create index if not exists claim_day_in_order
      on claim_day (organization_id, damage_date, notified_on, claim_reference, day)`);
    this.addSql(inSchema(NOTE_CLAIM_DAY));
    this.addSql(inSchema(boundToSchema('note_claim_day')));
    this.addSql(`create or replace trigger claim_day_of_new after insert on claim
      for each row execute function note_claim_day()`);
    this.addSql(`create or replace trigger claim_day_of_changed after update on claim
      for each row when (${WATCHED}) execute function note_claim_day()`);
    this.addSql(BACKFILL);
  }
}
