import { Migration } from '@mikro-orm/migrations';
import { isRescaled, rescaling } from '@staycover/db';

/** Converts amounts of currencies with wrong decimals to minor units of ISO 4217. Rates do not depend on them. */
export class CurrencyDecimals extends Migration {
  override up(): void {
    this.addSql(
      `select set_config('staycover.origin', '{"actor":"provisioning","source":"0007-currency-decimals"}', true)`,
    );
    this.addSql(`update refund set amount = amount * ${rescaling('i.currency')}
      from invoice i where i.id = refund.invoice_id and ${isRescaled('i.currency')}`);
    this.addSql(`update invoice_line set ${scaled(['amount', 'premium', 'loss_fund', 'partner_fee', 'service_fee'], 'i.')}
      from invoice i where i.id = invoice_line.invoice_id and ${isRescaled('i.currency')}`);
    // Cents are members of the invoice, so that its readers get a new version.
    this.addSql(`update invoice set ${scaled(['subtotal', 'tax', 'total', 'refunded'])},
      subtotals_by_category = (
        select coalesce(jsonb_object_agg(key, (value::bigint * ${rescaling('currency')})::text), '{}')
        from jsonb_each_text(subtotals_by_category)),
      version = version + 1
      where ${isRescaled('currency')}`);
  }
}

const scaled = (columns: readonly string[], of = ''): string =>
  columns.map((column) => `${column} = ${column} * ${rescaling(`${of}currency`)}`).join(', ');
