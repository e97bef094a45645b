import { Migration } from '@mikro-orm/migrations';

/** All dated members of a policy's row, with the flat rates of its first term. */
const MEMBERS = `jsonb_build_object(
  'ratePerNight', first.rate_per_night, 'ratePerMonth', p.rate_per_month, 'ratePerReservation', p.rate_per_reservation,
  'lossFundRatePerNight', first.loss_fund_rate_per_night, 'rateTableVersions', p.rate_table_versions, 'planId', p.plan_id,
  'supportedStates', p.supported_states, 'supportedCountries', p.supported_countries,
  'excludedPropertyTypes', p.excluded_property_types, 'eligibilityOverrides', p.eligibility_overrides,
  'minNights', p.min_nights, 'maxNights', p.max_nights, 'billingFrequency', p.details -> 'billingFrequency',
  'coveredCategories', p.details -> 'coveredCategories', 'categoryExclusions', p.details -> 'categoryExclusions',
  'selectedSelfCoverage', p.details -> 'selectedSelfCoverage', 'coverage', p.details -> 'coverage')`;

/**
 * Creates the list of changes for existing policies: issued for the first term, renewed for each later one, ended as they
 * ended, suspended from today on. Works in batches, each in its own transaction; after an interruption it continues where
 * it stopped.
 */
const BACKFILL = `
do $$
declare
  today date := (now() at time zone 'utc')::date;
  batch uuid[];
begin
  loop
    select array_agg(id) into batch from (
      select id from policy where first_term_start is null order by id limit 1000 for update) as next;
    exit when batch is null;

    create table term as
      select *, row_number() over terms as n, lag(rate_per_night) over terms as rate_before,
        lag(loss_fund_rate_per_night) over terms as loss_fund_rate_before
      from (
        select policy_id, term_start, rate_per_night, loss_fund_rate_per_night from policy_term where policy_id = any(batch)
        union
        select id, term_start, rate_per_night, loss_fund_rate_per_night from policy where id = any(batch)) as every_term
      window terms as (partition by policy_id order by term_start);

    insert into policy_change (policy_id, sequence, kind, effective_from, members, added_rates, policy_version, recorded_at,
      recorded_by)
    select p.id, 1, 'ISSUE', first.term_start, ${MEMBERS}, '[]', p.version, p.created_date, p.created_by
    from policy as p join term as first on first.policy_id = p.id and first.n = 1
    where p.id = any(batch) and p.status <> 'PENDING';

    insert into policy_change (policy_id, sequence, kind, effective_from, members, added_rates, policy_version, recorded_at,
      recorded_by)
    select p.id, term.n, 'RENEW', term.term_start,
      case when term.rate_per_night is distinct from rate_before then jsonb_build_object('ratePerNight', term.rate_per_night)
        else '{}' end
      || case when term.loss_fund_rate_per_night is distinct from loss_fund_rate_before
        then jsonb_build_object('lossFundRatePerNight', term.loss_fund_rate_per_night) else '{}' end,
      '[]', p.version, p.last_modified_date, 'system:renewal'
    from policy as p join term on term.policy_id = p.id and term.n > 1
    where p.id = any(batch) and p.status <> 'PENDING';

    update policy as p set first_term_start = first.term_start, status_since = first.term_start,
      bound_at = case when p.status <> 'PENDING' then p.created_date end,
      change_count = (select count(*) from policy_change as c where c.policy_id = p.id)
    from term as first where first.policy_id = p.id and first.n = 1;

    update policy as p set status_since = greatest(p.first_term_start, case p.status
      when 'SUSPENDED' then greatest(today, p.term_start)
      when 'EXPIRED' then coalesce(p.coverage_ends_on, p.term_end + 1)
      else coalesce(p.coverage_ends_on, p.last_modified_date::date) end)
    where p.id = any(batch) and p.status in ('SUSPENDED', 'CANCELLED', 'EXPIRED', 'SUPERSEDED');

    insert into policy_change (policy_id, sequence, kind, effective_from, members, added_rates, policy_version, recorded_at,
      recorded_by)
    select id, change_count + 1,
      case status when 'SUSPENDED' then 'SUSPEND' when 'CANCELLED' then 'CANCEL' when 'EXPIRED' then 'EXPIRE'
        else 'SUPERSEDE' end,
      status_since, '{}', '[]', version, last_modified_date, last_modified_by
    from policy where id = any(batch) and status in ('SUSPENDED', 'CANCELLED', 'EXPIRED', 'SUPERSEDED');

    update policy as p set change_count = change_count + 1,
      next_change_on = case when status = 'SUSPENDED' then least(next_change_on, today) else next_change_on end,
      cancellation = case when status = 'CANCELLED' then jsonb_build_object('effectiveDate', status_since::text,
        'reason', null, 'note', null) end
    where p.id = any(batch) and status in ('SUSPENDED', 'CANCELLED', 'EXPIRED', 'SUPERSEDED');

    update policy as p set status = 'ACTIVE', change_due_on = status_since, status_since = first_term_start,
      next_change_on = least(next_change_on, status_since)
    where p.id = any(batch) and status = 'SUPERSEDED' and status_since > greatest(today, term_start);

    drop table term;
    commit;
  end loop;
end $$`;

/** Facts of properties so far hold for all time; elections reach them as far back as they did. */
const PROPERTIES = `
  update property as p set
    facts = jsonb_build_array(jsonb_build_object('effectiveFrom', '0001-01-01', 'facts', jsonb_build_object(
      'state', state, 'country', country, 'propertyType', property_type, 'groupIds', group_ids))),
    known_from = coalesce((select min(e.enrolled_date) from enrollment as e join policy on policy.id = e.policy_id
      where policy.organization_id = p.organization_id and e.property_id = p.property_id), p.stated_at::date)
  where known_from is null`;

/** The plan of an enrollment becomes the one that its election brings; without one it has the policy's. */
const PLANS = `
  update enrollment as e set plan_id = (
    select c.plan_id from coverage_election as c
    where c.organization_id = p.organization_id and c.election_id = e.election_id
      and c.policy_id in (p.id, '00000000-0000-0000-0000-000000000000')
    order by c.policy_id = p.id desc limit 1)
  from policy as p where p.id = e.policy_id and e.plan_id is not null`;

export class ExistingPolicies extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`alter table policy disable trigger audit_change`);
    this.addSql(BACKFILL);
    this.addSql(`alter table policy enable trigger audit_change`);
    this.addSql(PROPERTIES);
    this.addSql(PLANS);
    this.addSql(`alter table policy alter first_term_start set not null, alter status_since set not null`);
  }
}
