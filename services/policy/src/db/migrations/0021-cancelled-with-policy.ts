import { Migration } from '@mikro-orm/migrations';

/** Which renewals were cancelled only with their policy. Those of before count as declined, as they did. */
export class CancelledWithPolicy extends Migration {
  override up(): void {
    this.addSql('alter table followed_renewal add column if not exists with_policy boolean not null default false');
  }
}
