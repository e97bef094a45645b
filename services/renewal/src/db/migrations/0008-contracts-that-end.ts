import { Migration } from '@mikro-orm/migrations';

/** The last day of a contract that does not renew itself. It comes with the contract's events. */
export class ContractsThatEnd extends Migration {
  override up(): void {
    this.addSql('alter table renewable_contract add ends_on date');
  }
}
