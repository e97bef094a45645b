import { Migration } from '@mikro-orm/migrations';
import { type Audited, audited } from '@staycover/db';

const tables: Audited[] = [{ table: 'contract', resource: 'contract', spread: 'details', unrecorded: ['deal_hash'] }];

export class Audit extends Migration {
  override up(): void {
    for (const sql of tables.flatMap(audited)) this.addSql(sql);
  }
}
