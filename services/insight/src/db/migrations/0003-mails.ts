import { Migration } from '@mikro-orm/migrations';
import { audited } from '@staycover/db';

export class Mails extends Migration {
  override up(): void {
    this.addSql(`create table if not exists mail_contact (
      organization_id text primary key,
      email text not null,
      notices jsonb not null,
      last_modified_by text not null,
      last_modified_date timestamptz not null,
      version int not null default 1
    )`);
    for (const trigger of ['audit_change', 'audit_removal'])
      this.addSql(`drop trigger if exists ${trigger} on mail_contact`);
    for (const sql of audited({ table: 'mail_contact', resource: 'mail-contact', resourceId: 'organization_id' }))
      this.addSql(sql);
    // The id is that of the event, so that there is one mail of each.
    this.addSql(`create table if not exists mail (
      id uuid primary key,
      organization_id text not null,
      notice text not null,
      position bigint not null,
      event_at timestamptz not null,
      status text not null default 'WAITING',
      attempts int not null default 0,
      recipient text,
      subject text,
      body text,
      error text,
      due_at timestamptz default '-infinity',
      failed_at timestamptz,
      sent_at timestamptz
    )`);
    this.addSql(`create index if not exists mail_due on mail (due_at) where status = 'WAITING'`);
    this.addSql(`create index if not exists mail_under_way on mail (id) where status = 'SENDING'`);
    this.addSql(`create index if not exists mail_of_organization on mail (organization_id, id)`);
    this.addSql(`create index if not exists mail_state on mail (status, id)`);
  }
}
