import { Migration } from '@mikro-orm/migrations';

/** Mails are kept for a while only, and what they are about as long as they wait. */
export class MailAge extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists mail_age');
    this.addSql('create index concurrently mail_age on mail (event_at)');
    this.addSql('drop index concurrently if exists mail_waits');
    this.addSql(`create index concurrently mail_waits on mail (position) where status = 'WAITING'`);
  }
}
