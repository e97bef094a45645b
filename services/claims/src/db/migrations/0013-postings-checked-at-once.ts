import { Migration } from '@mikro-orm/migrations';
import { boundToSchema, inSchema } from '@staycover/db';

/**
 * The five lines of an order line are inserted by one statement, so they are checked once, at the end of that, in place of
 * once a posting.
 */
export class PostingsCheckedAtOnce extends Migration {
  override up(): void {
    this.addSql(`create or replace function assert_postings_balanced() returns trigger language plpgsql as $$
      declare
        wrong record;
      begin
        select a.source_event_id, a.first_line, b.total into wrong
          from (select distinct source_event_id, line / 5 * 5 as first_line from added) a
          cross join lateral (select sum(p.amount) as total from posting p
            where p.source_event_id = a.source_event_id and p.line between a.first_line and a.first_line + 4) b
          where b.total <> 0 limit 1;
        if found then
          raise exception 'postings of event % from line % sum to %, not to zero', wrong.source_event_id, wrong.first_line, wrong.total
            using errcode = 'check_violation', constraint = 'posting_balanced';
        end if;
        return null;
      end $$`);
    this.addSql(inSchema(boundToSchema('assert_postings_balanced')));
    this.addSql(`create or replace trigger postings_balanced after insert on posting
      referencing new table as added for each statement execute function assert_postings_balanced()`);
    this.addSql(`drop trigger if exists posting_balanced on posting`);
    this.addSql(`drop function if exists assert_balanced()`);
  }
}
