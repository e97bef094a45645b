import { Migration } from '@mikro-orm/migrations';

/** Cover and decision of a claim. Claims that were decided before keep their state; no amount of theirs is known. */
export class ClaimDecisions extends Migration {
  override up(): void {
    this.addSql(`alter table claim
      add column policy_id uuid,
      add column currency text,
      add column term_start date,
      add column self_coverage bigint,
      add column cover jsonb,
      add column decision jsonb,
      add column insured_amount bigint not null default 0 check (insured_amount >= 0),
      add column approved_amount bigint not null default 0 check (approved_amount >= 0),
      add column paid_amount bigint not null default 0 check (paid_amount >= 0)`);
    this.addSql(`create index claim_insured_by_policy on claim (policy_id, term_start) where insured_amount > 0`);
  }
}
