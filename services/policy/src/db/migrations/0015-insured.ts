import { Migration } from '@mikro-orm/migrations';

/** Whom policies of a contract insure; a contract from before has none until its next event. */
export class Insured extends Migration {
  override up(): void {
    this.addSql('alter table contract_notice add column if not exists insured_name text');
    this.addSql('alter table contract_notice add column if not exists insured_address text');
  }
}
