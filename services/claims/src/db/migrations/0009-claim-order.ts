import { Migration } from '@mikro-orm/migrations';

/** The times of statements about claims, so that older ones do not overwrite newer ones. Existing claims take the next one. */
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
