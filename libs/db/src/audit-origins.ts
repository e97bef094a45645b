import { Migration } from '@mikro-orm/migrations';
import { AUDIT_CHANGE, boundToSchema, inSchema } from './audit-functions.ts';

/** Schemas whose trail was made before several could act in one statement get the function as it is now. */
export class AuditOrigins extends Migration {
  override up(): void {
    this.addSql(inSchema(AUDIT_CHANGE));
    this.addSql(inSchema(boundToSchema('audit_change')));
  }
}
