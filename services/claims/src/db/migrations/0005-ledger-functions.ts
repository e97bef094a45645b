import { Migration } from '@mikro-orm/migrations';
import { boundToSchema, inSchema } from '@staycover/db';

/** The ledger's own checks see the ledger's own tables, whatever a session has in its temporary schema. */
export class LedgerFunctions extends Migration {
  override up(): void {
    for (const name of ['assert_balanced', 'refuse_change']) this.addSql(inSchema(boundToSchema(name)));
  }
}
