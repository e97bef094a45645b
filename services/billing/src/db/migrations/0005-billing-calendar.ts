import { Migration } from '@mikro-orm/migrations';

export class BillingCalendar extends Migration {
  override up(): void {
    this.addSql(`create table billing_calendar (
      policy_id uuid primary key,
      organization_id text not null,
      status text not null,
      billing_frequency text not null,
      term_start date not null,
      next_bill_on date,
      version int not null
    )`);
    this.addSql(
      `create index billing_calendar_due on billing_calendar (next_bill_on, policy_id) where next_bill_on is not null`,
    );
  }
}
