import { Migration } from '@mikro-orm/migrations';
import { boundToSchema, inSchema } from '@staycover/db';

/**
 * Whether a policy has renewals that follow it: open ones, as `policy_with_open_renewals` finds them, which the release
 * before asks for, and those that were cancelled with it.
 */
export class FollowingRenewals extends Migration {
  override up(): void {
    this.addSql(`create or replace function policy_with_following_renewals(policy uuid) returns boolean language plpgsql
      volatile set search_path from current as $$
      begin
        perform from renewable_policy where id = policy for update;
        return exists (select from renewal where policy_id = policy
          and (status in ('SCHEDULED', 'MANUAL_REVIEW') or status = 'CANCELLED' and cancelled_with_policy));
      end $$`);
    this.addSql(inSchema(boundToSchema('policy_with_following_renewals', 'uuid')));
    // The role of a service is named as its schema.
    this.addSql(inSchema('grant execute on function {schema}.policy_with_following_renewals(uuid) to {schema}'));
  }
}
