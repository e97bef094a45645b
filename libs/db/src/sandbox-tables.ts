import { Migration } from '@mikro-orm/migrations';

/** How far a service's clock is ahead, in a sandbox; no row elsewhere. */
export class SandboxTables extends Migration {
  override up(): void {
    this.addSql(`create table sandbox_clock (
      only_row boolean primary key default true check (only_row),
      ahead_ms bigint not null
    )`);
  }
}
