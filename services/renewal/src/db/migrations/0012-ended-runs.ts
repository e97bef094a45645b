import { Migration } from '@mikro-orm/migrations';

/** The cleanup finds the runs that ended long ago. */
export class EndedRuns extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists renewal_run_ended');
    this.addSql(
      'create index concurrently renewal_run_ended on renewal_run (finished_at) where finished_at is not null',
    );
  }
}
