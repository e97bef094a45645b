import { Migration } from '@mikro-orm/migrations';

export class ContractCalendar extends Migration {
  override up(): void {
    this.addSql(
      `create index contract_by_expiration on contract (expiration_date) where status in ('ACTIVE', 'SUSPENDED')`,
    );
  }
}
