import { Migration } from '@mikro-orm/migrations';

/**
 * The first night with cover or price changed by a version of a policy. Unknown for earlier versions: every night may have
 * changed.
 */
export class PolicyEffects extends Migration {
  override up(): void {
    this.addSql(`create table policy_effect (
      policy_id uuid not null references policy,
      version int not null,
      changed_from date not null,
      primary key (policy_id, version)
    )`);
    this.addSql(`insert into policy_effect select id, version, date '1900-01-01' from policy`);
  }
}
