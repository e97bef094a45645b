import { Migration } from '@mikro-orm/migrations';
import { counted } from '@staycover/db';
import { countedClaims } from '../counted.ts';

/** Claims are counted as they are written. Writes wait while the rows that are there are counted, once. */
export class Counts extends Migration {
  override up(): void {
    for (const sql of counted(countedClaims)) this.addSql(sql);
  }
}
