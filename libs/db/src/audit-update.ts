import { Migration } from '@mikro-orm/migrations';
import { AUDIT_CHANGE, boundToSchema, inSchema } from './audit-functions.ts';

/** Replaces the function in schemas that have an earlier one. */
export class AuditUpdate extends Migration {
  override up(): void {
    this.addSql(inSchema(AUDIT_CHANGE));
    this.addSql(inSchema(boundToSchema('audit_change')));
  }
}
