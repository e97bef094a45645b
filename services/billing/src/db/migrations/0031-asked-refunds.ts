import { Migration } from '@mikro-orm/migrations';

/** How often the payment provider was asked for a refund, and until when it is not asked again. */
export class AskedRefunds extends Migration {
  override up(): void {
    this.addSql(`create table asked_refund (
      refund_id uuid primary key references payment_refund,
      attempts int not null default 1,
      busy_until timestamptz not null default now() + interval '1 minute'
    )`);
  }
}
