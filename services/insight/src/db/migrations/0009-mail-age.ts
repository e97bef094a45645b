import { Migration } from '@mikro-orm/migrations';

/** Mails are kept for a while only. */
export class MailAge extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists mail_age');
    this.addSql('create index concurrently mail_age on mail (event_at)');
  }
}
