import { Migration } from '@mikro-orm/migrations';

/** The first day that was stated again for an election. Those of before keep their place: their nights may have passed. */
export class RankedElections extends Migration {
  override up(): void {
    this.addSql('alter table coverage_election add column if not exists ranked_from date');
  }
}
