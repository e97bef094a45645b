import { Migration } from '@mikro-orm/migrations';

/** Which claims guests submitted: a reservation takes so many of them. Those from before do not count. */
export class ClaimsOfGuests extends Migration {
  override up(): void {
    this.addSql(`alter table claim add column by_guest boolean not null default false`);
  }
}
