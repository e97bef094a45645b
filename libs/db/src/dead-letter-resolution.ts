import { Migration } from '@mikro-orm/migrations';
import { audited } from './audited.ts';

/** How and by whom a dead letter was resolved; replays and discards are in the audit trail. */
export class DeadLetterResolution extends Migration {
  override up(): void {
    this.addSql(`alter table dead_letter
      add column resolution text check (resolution in ('REPLAYED', 'DUPLICATE', 'DISCARDED')),
      add column resolved_by text,
      add column note text`);
    this.addSql(`create index dead_letter_open on dead_letter (consumer, id) where resolved_at is null`);
    for (const sql of audited({ table: 'dead_letter', resource: 'dead-letter', unrecorded: ['payload'] }))
      this.addSql(sql);
  }
}
