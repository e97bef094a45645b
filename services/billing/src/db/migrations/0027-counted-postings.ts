import { Migration } from '@mikro-orm/migrations';
import { counted } from '@staycover/db';
import { countedPostings } from '../counted.ts';

/** Postings are counted as they are written, so that no statement sums the ledger. Writes wait while those that are there are counted. */
export class CountedPostings extends Migration {
  override up(): void {
    for (const sql of counted(countedPostings)) this.addSql(sql);
  }
}
