import { Migration } from '@mikro-orm/migrations';
import { boundToSchema, inSchema } from '@staycover/db';

/**
 * Whether a policy has open renewals, for the statement that stores a policy event. It locks the policy's row first, and
 * so waits for a concurrent decision about it. A volatile function then sees what that decision committed, while the
 * statement around it still sees its own snapshot.
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
