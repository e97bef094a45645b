import { Migration } from '@mikro-orm/migrations';

/** Who withdrew a change; null where it stands, or where a release without the column withdrew it. */
export class Withdrawers extends Migration {
  override up(): void {
    this.addSql('alter table policy_change add column if not exists withdrawn_by text');
  }
}
