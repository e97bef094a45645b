import { Migration } from '@mikro-orm/migrations';
import { AUDIT_CHANGE, inSchema } from './audit-functions.ts';

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
    this.addSql(inSchema(AUDIT_CHANGE));
  }
}
