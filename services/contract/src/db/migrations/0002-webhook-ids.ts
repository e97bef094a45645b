import { Migration } from '@mikro-orm/migrations';

export class WebhookIds extends Migration {
  override up(): void {
    this.addSql(`alter table received_deal add webhook_id text`);
    this.addSql(`create index received_deal_by_webhook on received_deal (webhook_id) where webhook_id is not null`);
  }
}
