import { Migration } from '@mikro-orm/migrations';
import { type Audited, audited } from '@staycover/db';

const tables: Audited[] = [
  {
    table: 'policy',
    resource: 'policy',
    spread: 'details',
    unrecorded: ['next_change_on', 'enrollment_count', 'enrollment_version'],
  },
  { table: 'coverage_election', resource: 'policy', resourceId: 'policy_id' },
];

export class Audit extends Migration {
  override up(): void {
    for (const sql of tables.flatMap(audited)) this.addSql(sql);
  }
}
