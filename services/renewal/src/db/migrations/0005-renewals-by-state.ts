import { Migration } from '@mikro-orm/migrations';

/** Lists of renewals in one state, as those that a person decides. */
export class RenewalsByState extends Migration {
  override up(): void {
    this.addSql(`create index if not exists renewal_by_state on renewal (status, id)`);
  }
}
