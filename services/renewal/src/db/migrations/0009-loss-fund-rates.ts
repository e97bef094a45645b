import { Migration } from '@mikro-orm/migrations';

/** What of a policy's flat rate goes to its loss fund; it comes with the policy's events. */
export class LossFundRates extends Migration {
  override up(): void {
    this.addSql('alter table renewable_policy add loss_fund_rate_per_night bigint');
  }
}
