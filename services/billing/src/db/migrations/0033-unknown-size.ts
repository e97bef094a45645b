import { Migration } from '@mikro-orm/migrations';

/**
 * A new table was analyzed while it was empty. Its size counts as unknown again: sessions that plan for an empty table go on
 * reading all of it while it grows. PostgreSQL before 18 forgets it with the first automatic analysis.
 */
export class UnknownSize extends Migration {
  override up(): void {
    this.addSql(`do $$ begin
      if current_setting('server_version_num')::int >= 180000 and not exists (select from invoice) then
        perform pg_clear_relation_stats(current_schema(), 'invoice');
      end if;
    end $$`);
  }
}
