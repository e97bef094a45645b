import { Migration } from '@mikro-orm/migrations';

export class Prices extends Migration {
  override up(): void {
    // A rate is for `per` nights. Lines that are there now keep their price as long as their nights are covered.
    this.addSql(`alter table invoice_line
      add column per smallint not null default 1,
      add column tax bigint not null default 0,
      add column corrects_invoice_id uuid,
      add column fixed boolean not null default true`);
    this.addSql(`alter table invoice_line alter column fixed set default false`);
    this.addSql(`create index invoice_line_by_origin on invoice_line (origin_id) where origin_id is not null`);
    this.addSql(`update invoice_line c set corrects_invoice_id = o.invoice_id
      from invoice_line o where o.id = c.origin_id and c.origin_id <> c.id`);
    // The first night that the next derivation looks at; null for all.
    this.addSql(`alter table billing_account add column open_from date`);
    this.addSql(`create index billed_nights_by_end on billed_nights (policy_id, upper(nights))`);
    this.addSql(`alter table invoice
      add column not_billed jsonb not null default '[]',
      add column waiting_from text`);
    this.addSql(`alter table tax_rate add column effective_from date not null default '1900-01-01'`);
    this.addSql(`alter table tax_rate drop constraint tax_rate_pkey`);
    // Of what differs in upper and lower case only, the upper one has counted.
    this.addSql(`delete from tax_rate t where state_code <> upper(state_code) and exists (
      select from tax_rate u where u.category = t.category and upper(u.state_code) = upper(t.state_code)
        and u.state_code collate "C" < t.state_code collate "C")`);
    this.addSql(`update tax_rate set state_code = upper(state_code)`);
    this.addSql(`alter table tax_rate add primary key (state_code, category, effective_from)`);
  }
}
