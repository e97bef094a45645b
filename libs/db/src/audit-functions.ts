import { Migration } from '@mikro-orm/migrations';

/**
 * The audit functions look up names in their own schema first and in the session's temporary schema last, so that a
 * session cannot shadow the trail with a table of its own. Only their owner may attach them to a table.
 */
export class AuditFunctions extends Migration {
  override up(): void {
    this.addSql(inSchema(AUDIT_CHANGE));
    for (const name of ['audit_change', 'audit_is_append_only']) this.addSql(inSchema(boundToSchema(name)));
  }
}

/** A statement with the name of the schema that is migrated in place of `{schema}`. */
export const inSchema = (sql: string): string => `do $in_schema$ begin
  execute replace($sql$${sql}$sql$, '{schema}', quote_ident(current_schema()));
end $in_schema$`;

/** Takes the temporary schema's precedence away from a function, and its use from others than its owner. */
export const boundToSchema = (name: string, types = ''): string => `
  alter function {schema}.${name}(${types}) set search_path = {schema}, pg_temp;
  revoke execute on function {schema}.${name}(${types}) from public`;

/**
 * Records only what changed, and the actor from the row, else the one from the transaction. A statement may store changes
 * of several callers: then `staycover.origin` has the actor of each resource, under `of` and its id.
 */
export const AUDIT_CHANGE = `create or replace function {schema}.audit_change() returns trigger language plpgsql security definer
  set search_path = {schema}, pg_temp as $$
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
    origin := coalesce(origin -> 'of' -> (row_now ->> id_column), origin);
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
    insert into {schema}.audit (resource, resource_id, version, actor, source, address, trace_id, before, after)
    values (tg_argv[0], row_now ->> id_column, (row_now ->> 'version')::int,
      coalesce(later ->> 'last_modified_by', origin ->> 'actor'), origin ->> 'source', origin ->> 'address', origin ->> 'traceId',
      told_before, told_after);
    return null;
  end $$`;
