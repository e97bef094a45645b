import { Migration } from '@mikro-orm/migrations';
import { counted } from '@staycover/db';
import { countedRenewals } from '../counted.ts';

/** Renewals are counted as they are written. Writes wait while the rows that are there are counted, once. */
export class Counts extends Migration {
  override up(): void {
    for (const sql of counted(countedRenewals)) this.addSql(sql);
  }
}
