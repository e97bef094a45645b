import { Migration } from '@mikro-orm/migrations';

/** Which contracts are terminated, for deals that come later than that. */
export class TerminatedContracts extends Migration {
  override up(): void {
    this.addSql('alter table contract_notice add column if not exists is_terminated boolean not null default false');
  }
}
