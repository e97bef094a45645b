import { Migration } from '@mikro-orm/migrations';
import { isRescaled, rescaling } from '@staycover/db';

/** Converts postings of currencies with wrong decimals to minor units of ISO 4217; claims have no currency. */
export class CurrencyDecimals extends Migration {
  override up(): void {
    this.addSql(`alter table posting disable trigger posting_append_only`);
    this.addSql(`update posting set amount = amount * ${rescaling('currency')} where ${isRescaled('currency')}`);
    this.addSql(`alter table posting enable trigger posting_append_only`);
  }
}
