import { Migration } from '@mikro-orm/migrations';

/** Of which version of a policy it was heard that its enrollments changed; policies that wait for credits count it. */
export class HeardEnrollments extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`alter table billing_calendar add column if not exists heard_version int not null default 0`);
    this.addSql(`drop index concurrently if exists billing_calendar_waiting`);
    this.addSql(`create index concurrently billing_calendar_waiting on billing_calendar (status, policy_id)
      where derived_version is null or greatest(version, heard_version) > derived_version`);
  }
}
