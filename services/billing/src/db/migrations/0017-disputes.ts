import { Migration } from '@mikro-orm/migrations';

/** A payment may have several disputes. The columns of the one that it had before go a release later. */
export class Disputes extends Migration {
  override up(): void {
    this.addSql(`alter table payment
      add column if not exists disputes jsonb not null default '[]',
      alter column disputed_on set default '{}'`);
    this.addSql(`update payment set disputes = jsonb_build_array(jsonb_build_object(
        'id', dispute_id, 'on', disputed_on,
        'outcome', case when disputed > 0 then 'OPEN' when lost > 0 then 'LOST' else 'WON' end,
        'amount', (case when disputed > 0 then disputed else lost end)::text))
      where dispute_id is not null and disputes = '[]'`);
  }
}
