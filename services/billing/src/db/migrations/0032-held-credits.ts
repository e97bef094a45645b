import { Migration } from '@mikro-orm/migrations';

const DUE = 'total - amount_paid - amount_credited - amount_written_off';

/** The oldest of the credits that an account holds, however many there are. */
export class HeldCredits extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`drop index concurrently if exists invoice_credit_held`);
    this.addSql(`create index concurrently invoice_credit_held on invoice (organization_id, currency, id)
      where total < 0 and status <> 'DRAFT' and status <> 'VOID'
        and (${DUE} <> 0 or amount_written_off <> 0 or amount_refunded <> 0)`);
    this.addSql(`drop index concurrently if exists invoice_credit_open`);
  }
}
