import { Migration } from '@mikro-orm/migrations';

/** Whom the payment provider's invoice names, however its sending is resumed. */
export class DeliveryPayer extends Migration {
  override up(): void {
    this.addSql('alter table delivery add column payer_name text, add column payer_email text');
  }
}
