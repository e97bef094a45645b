import { Migration } from '@mikro-orm/migrations';

/** When what claims say was said: nothing older takes its place. Claims of before take whatever comes next. */
export class ClaimOrder extends Migration {
  override up(): void {
    this.addSql(`create table claim_statement (
      claim_id uuid primary key,
      submitted_at timestamptz,
      moved_at timestamptz,
      described_at timestamptz
    )`);
    this.addSql(`alter table waiting_update add column stated_at timestamptz`);
  }
}
