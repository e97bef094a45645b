import { Migration } from '@mikro-orm/migrations';
import { counted } from '@staycover/db';
import { countedClaims, countedPostings } from '../counted.ts';

/** Claims and postings are counted as they are written, so that no dashboard sums the ledger. Writes wait while the rows that are there are counted, once. */
export class Counts extends Migration {
  override up(): void {
    for (const sql of [...counted(countedClaims), ...counted(countedPostings)]) this.addSql(sql);
  }
}
