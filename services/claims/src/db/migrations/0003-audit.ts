import { Migration } from '@mikro-orm/migrations';
import { type Audited, audited } from '@staycover/db';

const tables: Audited[] = [{ table: 'claim', resource: 'claim', unrecorded: ['submission_hash'] }];

export class Audit extends Migration {
  override up(): void {
    for (const sql of tables.flatMap(audited)) this.addSql(sql);
  }
}
