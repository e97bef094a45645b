import { Migration } from '@mikro-orm/migrations';

export class Ledger extends Migration {
  override up(): void {
    this.addSql(`create table posting (
      source_event_id uuid not null,
      line int not null,
      organization_id text not null,
      policy_id uuid not null,
      currency text not null,
      account text not null
        check (account in ('COLLECTED_PREMIUM', 'RETAINED_PREMIUM', 'LOSS_FUND', 'PARTNER', 'SERVICE')),
      amount bigint not null check (amount <> 0),
      invoice_id uuid not null,
      order_line_id text not null,
      stay_month text not null,
      posted_at timestamptz not null,
      constraint posting_line unique (source_event_id, line)
    )`);
    this.addSql(
      `create index posting_by_policy on posting (organization_id, policy_id, currency, account) include (amount)`,
    );
    // An order line's postings have five consecutive lines. Checking those few keeps the check linear in the event's size.
    this.addSql(`create function assert_balanced() returns trigger language plpgsql set search_path from current as $$
      declare
        first_line int := new.line / 5 * 5;
        total numeric;
      begin
        select sum(amount) into total from posting
          where source_event_id = new.source_event_id and line between first_line and first_line + 4;
        if total <> 0 then
          raise exception 'postings of event % from line % sum to %, not to zero', new.source_event_id, first_line, total
            using errcode = 'check_violation', constraint = 'posting_balanced';
        end if;
        return null;
      end $$`);
    this.addSql(`create constraint trigger posting_balanced after insert on posting
      deferrable initially deferred for each row execute function assert_balanced()`);
    this.addSql(`create function refuse_change() returns trigger language plpgsql as $$
      begin
        raise exception 'postings are append-only' using errcode = 'check_violation', constraint = 'posting_append_only';
      end $$`);
    this.addSql(`create trigger posting_append_only before update or delete or truncate on posting
      for each statement execute function refuse_change()`);
    // A credit is negative in a posting; a balance shows what an account holds, so credit accounts change sign.
    this.addSql(`create view ledger_balance as
      select organization_id, policy_id, currency, account,
        (case when account = 'COLLECTED_PREMIUM' then sum(amount) else -sum(amount) end) as balance
      from posting group by organization_id, policy_id, currency, account`);
  }
}
