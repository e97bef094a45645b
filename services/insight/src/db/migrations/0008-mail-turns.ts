import { Migration } from '@mikro-orm/migrations';

/** Due mails are taken in turns, a few of each organization. */
export class MailTurns extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists mail_waiting');
    this.addSql(
      `create index concurrently mail_waiting on mail (organization_id, due_at, id) where status = 'WAITING'`,
    );
    this.addSql('drop index concurrently if exists mail_due');
  }
}
