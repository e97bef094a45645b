import { Migration } from '@mikro-orm/migrations';
import { boundToSchema, inSchema } from '@staycover/db';

/** Renewals that failed follow their policy, too. The release before this one is asked for them as well, and leaves them. */
export class FailedRenewals extends Migration {
  override up(): void {
    this.addSql(`create or replace function policy_with_following_renewals(policy uuid) returns boolean language plpgsql
      volatile set search_path from current as $$
      begin
        perform from renewable_policy where id = policy for update;
        return exists (select from renewal where policy_id = policy
          and (status in ('SCHEDULED', 'MANUAL_REVIEW', 'FAILED') or status = 'CANCELLED' and cancelled_with_policy));
      end $$`);
    this.addSql(inSchema(boundToSchema('policy_with_following_renewals', 'uuid')));
  }
}
