import { Migration } from '@mikro-orm/migrations';

/** Finds who pays for an organization in one look at each index, however many contracts there are. */
export class PayerByIndex extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    for (const column of ['legal_name', 'email']) {
      this.addSql(`drop index concurrently if exists payer_contract_by_${column}`);
      this.addSql(`create index concurrently payer_contract_by_${column}
        on payer_contract (organization_id, is_current desc, created_at desc, contract_id desc) include (${column})
        where ${column} <> ''`);
    }
    this.addSql(`drop index concurrently if exists payer_contract_by_organization`);
  }
}
