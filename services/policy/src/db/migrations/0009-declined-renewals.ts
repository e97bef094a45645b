import { Migration } from '@mikro-orm/migrations';

/** The sweep checks all policies after the end of their term, including those that renew: the renewal may be declined. */
export class DeclinedRenewals extends Migration {
  override up(): void {
    this.addSql(`create index policy_past_term on policy (term_end) where status in ('ACTIVE', 'SUSPENDED')`);
    this.addSql(`drop index policy_to_expire`);
    this.addSql(
      `create index followed_renewal_closed on followed_renewal (policy_id, previous_term_end) where not is_open`,
    );
  }
}
