import { Migration } from '@mikro-orm/migrations';

/** What reports read: when documents of an organization went out or were voided, and the names of policies. */
export class Reports extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`alter table billing_calendar add column if not exists policy_reference text`);
    this.addSql(`drop index concurrently if exists invoice_by_day_sent`);
    this.addSql(
      `create index concurrently invoice_by_day_sent on invoice (organization_id, sent_at) where sent_at is not null`,
    );
    this.addSql(`drop index concurrently if exists invoice_by_day_voided`);
    this.addSql(`create index concurrently invoice_by_day_voided on invoice (organization_id, last_modified_date)
      where status = 'VOID' and sent_at is not null`);
  }
}
