import { Migration } from '@mikro-orm/migrations';
import { boundToSchema, inSchema } from '@staycover/db';

/**
 * Whether a policy has open renewals, asked by the statement that stores what is new of the policy. The policy's row is
 * locked first, which waits for a decision about it that is under way; a function that is volatile then sees what that
 * decision has committed, where the statement around it still sees what was there when it began.
 */
export class OpenRenewals extends Migration {
  override up(): void {
    this.addSql(`create or replace function policy_with_open_renewals(policy uuid) returns boolean language plpgsql volatile
      set search_path from current as $$
      begin
        perform from renewable_policy where id = policy for update;
        return exists (select from renewal where policy_id = policy and status in ('SCHEDULED', 'MANUAL_REVIEW'));
      end $$`);
    this.addSql(inSchema(boundToSchema('policy_with_open_renewals', 'uuid')));
    // The role of a service is named as its schema.
    this.addSql(inSchema('grant execute on function {schema}.policy_with_open_renewals(uuid) to {schema}'));
  }
}
