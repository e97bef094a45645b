import { Migration } from '@mikro-orm/migrations';

/**
 * Who changed what, when and from where. Only the triggers that `audited` makes write here; the service itself may read.
 */
export class AuditTables extends Migration {
  override up(): void {
    this.addSql(`create table audit (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      resource text not null,
      resource_id text not null,
      version int,
      actor text,
      source text,
      address text,
      trace_id text,
      before jsonb,
      after jsonb
    )`);
    this.addSql(`create index audit_by_resource on audit (resource_id, id)`);
    this.addSql(`do $$ begin
      if exists (select from pg_roles where rolname = current_schema()) then
        execute format('revoke insert, update, delete, truncate on audit from %I', current_schema());
      end if;
    end $$`);
    this.addSql(`create function audit_is_append_only() returns trigger language plpgsql as $$
      begin raise exception 'The audit trail is append-only.'; end $$`);
    this.addSql(`create trigger audit_is_append_only before update or delete or truncate on audit
      execute function audit_is_append_only()`);
    this.addSql(AUDIT_CHANGE);
  }
}

/** Records only what changed, and the actor from the row, else the one from the transaction. */
const AUDIT_CHANGE = `create function audit_change() returns trigger language plpgsql security definer
  set search_path from current as $$
  declare
    id_column text := tg_argv[1];
    spread text := tg_argv[2];
    untold text[] := tg_argv[3];
    origin jsonb := coalesce(nullif(current_setting('staycover.origin', true), ''), '{}');
    earlier jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
    later jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
    row_now jsonb := coalesce(later, earlier);
    told_before jsonb;
    told_after jsonb;
  begin
    select jsonb_object_agg(name, was) filter (where earlier is not null), jsonb_object_agg(name, becomes) filter (where later is not null)
    into told_before, told_after
    from (
      select name, coalesce(earlier -> name, 'null') as was, coalesce(later -> name, 'null') as becomes
      from jsonb_object_keys(row_now) as name where name <> all (untold)
      union all
      select name, coalesce(earlier -> spread -> name, 'null'), coalesce(later -> spread -> name, 'null')
      from jsonb_object_keys(row_now -> spread) as name
    ) as members where was <> becomes;
    if told_before is null and told_after is null then return null; end if;
    insert into audit (resource, resource_id, version, actor, source, address, trace_id, before, after)
    values (tg_argv[0], row_now ->> id_column, (row_now ->> 'version')::int,
      coalesce(later ->> 'last_modified_by', origin ->> 'actor'), origin ->> 'source', origin ->> 'address', origin ->> 'traceId',
      told_before, told_after);
    return null;
  end $$`;
