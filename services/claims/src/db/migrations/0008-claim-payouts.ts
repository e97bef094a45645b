import { Migration } from '@mikro-orm/migrations';

/**
 * Reserve and payouts of claims, and their postings. Claims approved before get a reserve; its postings follow with the
 * payouts. It blocks no traffic, and can be restarted.
 */
export class ClaimPayouts extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`alter table claim
      add column if not exists reserve_amount bigint not null default 0 check (reserve_amount >= 0),
      add column if not exists payouts jsonb not null default '[]'`);
    this.addSql(`update claim set reserve_amount = approved_amount - paid_amount
      where status = 'APPROVED' and reserve_amount = 0 and approved_amount > paid_amount`);
    this.addSql(`alter table posting
      add column if not exists claim_id uuid,
      alter column invoice_id drop not null,
      alter column order_line_id drop not null,
      alter column stay_month drop not null,
      drop constraint if exists posting_account_check`);
    this.addSql(`alter table posting drop constraint if exists posting_account`);
    this.addSql(`alter table posting add constraint posting_account check (account in ('COLLECTED_PREMIUM', 'RETAINED_PREMIUM',
      'LOSS_FUND', 'PARTNER', 'SERVICE', 'CLAIM_RESERVE', 'CLAIMS_PAID')) not valid`);
    this.addSql(`alter table posting validate constraint posting_account`);
    this.addSql(`alter table posting drop constraint if exists posting_cause`);
    this.addSql(`alter table posting add constraint posting_cause check ((claim_id is null) = (invoice_id is not null and
      order_line_id is not null and stay_month is not null)) not valid`);
    this.addSql(`alter table posting validate constraint posting_cause`);
    this.addSql(`drop index concurrently if exists posting_by_claim`);
    this.addSql(
      `create index concurrently posting_by_claim on posting (claim_id) include (account, amount) where claim_id is not null`,
    );
  }
}
