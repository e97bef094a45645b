import { Migration } from '@mikro-orm/migrations';

/** When the platform received a dead letter, by its stream; existing rows use the time of their rejection. */
export class DeadLetterReceived extends Migration {
  override up(): void {
    this.addSql(`alter table dead_letter add column received_at timestamptz`);
  }
}
