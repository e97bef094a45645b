import { Migration } from '@mikro-orm/migrations';
import { audited } from '@staycover/db';

/** Who set which tax rate: it decides what invoices charge. */
export class TaxAudit extends Migration {
  override up(): void {
    for (const sql of audited({ table: 'tax_rate', resource: 'tax-rate', resourceId: 'state_code' })) this.addSql(sql);
  }
}
