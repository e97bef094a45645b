import { Migration } from '@mikro-orm/migrations';

/**
 * Adds the early ends of terms that a renewal followed, from before changes were dated: the policy was EXPIRED from that
 * day until the next term. Without them, a correction from an earlier day would cover those nights.
 */
export class EarlyEnds extends Migration {
  override up(): void {
    this.addSql(`alter table policy disable trigger audit_change`);
    this.addSql(`with ended as (
        insert into policy_change (policy_id, sequence, kind, effective_from, members, added_rates, policy_version,
          recorded_at, recorded_by)
        select p.id, p.change_count + row_number() over (partition by p.id order by t.term_start), 'EXPIRE',
          greatest(p.first_term_start, t.coverage_ends_on), '{}', '[]', p.version, p.last_modified_date, p.last_modified_by
        from policy_term as t join policy as p on p.id = t.policy_id
        where t.coverage_ends_on <= t.term_end and p.bound_at is not null and not exists (select from policy_change as c
          where c.policy_id = p.id and c.kind = 'EXPIRE' and c.effective_from = greatest(p.first_term_start, t.coverage_ends_on))
        returning policy_id)
      update policy as p set change_count = p.change_count + e.added
      from (select policy_id, count(*) as added from ended group by policy_id) as e where e.policy_id = p.id`);
    this.addSql(`alter table policy enable trigger audit_change`);
  }
}
