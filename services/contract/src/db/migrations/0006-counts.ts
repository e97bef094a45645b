import { Migration } from '@mikro-orm/migrations';
import { counted } from '@staycover/db';
import { countedContracts, countedDeals } from '../counted.ts';

/** Contracts and deals are counted as they are written. Writes wait while the rows that are there are counted, once. */
export class Counts extends Migration {
  override up(): void {
    for (const sql of [...counted(countedContracts), ...counted(countedDeals)]) this.addSql(sql);
  }
}
