import { Migration } from '@mikro-orm/migrations';

/** What is forgotten after its time, found without reading all that is kept. */
export class ProviderEvents extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`drop index concurrently if exists provider_event_done`);
    this.addSql(`create index concurrently provider_event_done on provider_event (received_at)
      where outcome in ('DONE', 'IGNORED')`);
  }
}
