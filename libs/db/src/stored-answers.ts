import { Migration } from '@mikro-orm/migrations';

/** Answers under idempotency keys are stored compressed; existing rows stay uncompressed until they expire. */
export class StoredAnswers extends Migration {
  override up(): void {
    this.addSql(`alter table idempotency_key alter column body type bytea using convert_to(body, 'UTF8')`);
    this.addSql(`create index dead_letter_age on dead_letter (created_at)`);
    this.addSql(`create index handler_start_age on handler_start (last_start)`);
  }
}
