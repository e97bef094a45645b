import { Migration } from '@mikro-orm/migrations';
import { counted } from '@staycover/db';
import { countedInvoices } from '../counted.ts';

/** Invoices are counted as they are written, so that no dashboard sums them. Writes wait while the rows that are there are counted, once. */
export class Counts extends Migration {
  override up(): void {
    for (const sql of counted(countedInvoices)) this.addSql(sql);
  }
}
