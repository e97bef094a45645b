import { Migration } from '@mikro-orm/migrations';
import { boundToSchema, inSchema } from '@staycover/db';

/** An entry is inserted by one statement, so it is checked once, at the end of that, in place of once a posting. */
export class EntriesCheckedAtOnce extends Migration {
  override up(): void {
    this.addSql(`create or replace function assert_entries_balanced() returns trigger language plpgsql as $$
      declare
        wrong record;
      begin
        select a.entry_id, b.total into wrong
          from (select distinct entry_id from added) a
          cross join lateral (select sum(p.amount) as total from ar_posting p where p.entry_id = a.entry_id) b
          where b.total <> 0 limit 1;
        if found then
          raise exception 'postings of entry % sum to %, not to zero', wrong.entry_id, wrong.total
            using errcode = 'check_violation', constraint = 'ar_posting_balanced';
        end if;
        return null;
      end $$`);
    this.addSql(inSchema(boundToSchema('assert_entries_balanced')));
    this.addSql(`create or replace trigger ar_posting_entries_balanced after insert on ar_posting
      referencing new table as added for each statement execute function assert_entries_balanced()`);
    this.addSql(`drop trigger if exists ar_posting_balanced on ar_posting`);
    this.addSql(`drop function if exists assert_entry_balanced()`);
  }
}
