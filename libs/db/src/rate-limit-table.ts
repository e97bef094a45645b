import { Migration } from '@mikro-orm/migrations';

/** The table of {@link sharedCounts}, as rate-limiter-flexible writes it; a crash of the server empties it, and all counts restart. */
export class RateLimitTable extends Migration {
  override up(): void {
    this.addSql(
      `create unlogged table rate_limit (key text primary key, points integer not null default 0, expire bigint)`,
    );
  }
}
