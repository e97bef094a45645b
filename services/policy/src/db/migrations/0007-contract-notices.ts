import { Migration } from '@mikro-orm/migrations';

export class ContractNotices extends Migration {
  override up(): void {
    this.addSql(`create table contract_notice (
      contract_id text primary key,
      organization_id text not null,
      version int not null,
      notice_days int not null
    )`);
  }
}
