import { Migration } from '@mikro-orm/migrations';

/** What a claim is about, and the property of a reservation as policies name it; rows from before have the defaults. */
export class ClaimIntake extends Migration {
  override up(): void {
    this.addSql(
      `alter table claim add column category text, add column coverage_type text not null default 'CONTENTS'`,
    );
    this.addSql(`alter table reservation add column property_id text`);
  }
}
