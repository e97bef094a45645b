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
 * of several callers: then `staycover.origin` has the actor of each resource, under `of` and its id. What is the same is
 * taken away, as `jsonb_object_agg` of what changed takes a hundred times as long for large members.
 */
export const AUDIT_CHANGE = `create or replace function {schema}.audit_change() returns trigger language plpgsql security definer
  set search_path = {schema}, pg_temp as $$
  declare
    id_column text := tg_argv[1];
    spread text := tg_argv[2];
    unrecorded text[] := tg_argv[3];
    origin jsonb := coalesce(nullif(current_setting('staycover.origin', true), ''), '{}');
    earlier jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
    later jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
    row_now jsonb := coalesce(later, earlier);
    was jsonb := earlier - unrecorded;
    becomes jsonb := later - unrecorded;
    same text[];
  begin
    origin := coalesce(origin -> 'of' -> (row_now ->> id_column), origin);
    if (earlier -> spread) is distinct from (later -> spread) then
      was := was || coalesce(earlier -> spread, '{}');
      becomes := becomes || coalesce(later -> spread, '{}');
    end if;
    same := array(select name from jsonb_each(coalesce(becomes, was)) as member (name, value)
      where value = case when tg_op = 'UPDATE' then coalesce(was -> name, 'null') else 'null' end);
    was := was - same;
    becomes := becomes - same;
    if coalesce(was, '{}') = '{}' and coalesce(becomes, '{}') = '{}' then return null; end if;
    insert into {schema}.audit (resource, resource_id, version, actor, source, address, trace_id, before, after)
    values (tg_argv[0], row_now ->> id_column, (row_now ->> 'version')::int,
      coalesce(later ->> 'last_modified_by', origin ->> 'actor'), origin ->> 'source', origin ->> 'address', origin ->> 'traceId',
      was, becomes);
    return null;
  end $$`;
