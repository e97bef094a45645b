import { Migration } from '@mikro-orm/migrations';
import { type Audited, audited } from '@staycover/db';

const tables: Audited[] = [
  { table: 'invoice', resource: 'invoice', unrecorded: ['generated_hash'] },
  { table: 'invoice_line', resource: 'invoice', resourceId: 'invoice_id', only: 'manual' },
];

export class Audit extends Migration {
  override up(): void {
    for (const sql of tables.flatMap(audited)) this.addSql(sql);
  }
}
