import { Migration } from '@mikro-orm/migrations';

/** What enrollments show of a flat rate of a month; the next sweep shows it of those that have one. */
export class MonthlyRates extends Migration {
  override up(): void {
    this.addSql('alter table enrollment add column if not exists computed_rate_per_month bigint');
    this.addSql(`update policy set next_change_on = least(next_change_on, current_date)
      where rate_per_month is not null and rate_per_night is null`);
  }
}
