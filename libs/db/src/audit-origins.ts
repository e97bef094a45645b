import { Migration } from '@mikro-orm/migrations';
import { AUDIT_CHANGE, boundToSchema, inSchema } from './audit-functions.ts';

/** Updates the function in schemas from before one statement could have several actors. */
export class AuditOrigins extends Migration {
  override up(): void {
    this.addSql(inSchema(AUDIT_CHANGE));
    this.addSql(inSchema(boundToSchema('audit_change')));
  }
}
