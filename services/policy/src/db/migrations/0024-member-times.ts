import { Migration } from '@mikro-orm/migrations';

/** When each member of a property was last stated; `{}` where only the time of the property is known. */
export class MemberTimes extends Migration {
  override up(): void {
    this.addSql(`alter table property add column if not exists member_times jsonb not null default '{}'`);
  }
}
