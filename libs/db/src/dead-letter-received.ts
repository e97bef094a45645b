import { Migration } from '@mikro-orm/migrations';

/** When the platform got what became a dead letter, by its stream; those of before count from when they were refused. */
export class DeadLetterReceived extends Migration {
  override up(): void {
    this.addSql(`alter table dead_letter add column received_at timestamptz`);
  }
}
