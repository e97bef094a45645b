import { Migration } from '@mikro-orm/migrations';

const DUE = 'total - amount_paid - amount_credited - amount_written_off';

/** What an account holds, and what is due on it in the order in which it is paid, however much is open. */
export class AccountIndexes extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`drop index concurrently if exists invoice_credit_open`);
    this.addSql(`create index concurrently invoice_credit_open on invoice (organization_id, currency)
      where total < 0 and status <> 'DRAFT' and status <> 'VOID'
        and (${DUE} <> 0 or amount_written_off <> 0 or amount_refunded <> 0)`);
    this.addSql(`drop index concurrently if exists invoice_due`);
    this.addSql(`create index concurrently invoice_due on invoice (organization_id, currency, due_date, id)
      where status <> 'DRAFT' and status <> 'VOID' and ${DUE} > 0`);
    this.addSql(`drop index concurrently if exists payment_disputed`);
    this.addSql(`create index concurrently payment_disputed on payment (organization_id) where disputed > 0`);
    this.addSql(`drop index concurrently if exists payment_taken_outside`);
    this.addSql(`create index concurrently payment_taken_outside on payment ((invoice_ids ->> 0))
      where method = 'PROVIDER' and payment_provider_intent_id is null`);
    // Else it is taken that something is due on nearly all, and no index of those is used.
    this.addSql(`create statistics if not exists invoice_amount_due on (${DUE}) from invoice`);
    this.addSql(`analyze invoice`);
  }
}
