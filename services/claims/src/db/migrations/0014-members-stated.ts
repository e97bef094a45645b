import { Migration } from '@mikro-orm/migrations';

/** The time of the statement that set each value of a claim; what was set before has none. */
export class MembersStated extends Migration {
  override up(): void {
    this.addSql(`alter table claim_statement add column members jsonb not null default '{}'`);
  }
}
