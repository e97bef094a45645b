import { Migration } from '@mikro-orm/migrations';

/** The failures of an endpoint are found among a month of successes. */
export class FailedAttempts extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists webhook_attempt_failed');
    this.addSql(`create index concurrently webhook_attempt_failed on webhook_attempt (endpoint_id, id)
      where error is not null`);
  }
}
