import { Migration } from '@mikro-orm/migrations';

/** Whether an invoice was written off before its policy was suspended: it does not keep that suspension. */
export class EarlierWriteOffs extends Migration {
  override up(): void {
    this.addSql(
      'alter table policy_invoice add column if not exists written_off_before boolean not null default false',
    );
  }
}
