import { Migration } from '@mikro-orm/migrations';

/** The day of a hand-over and the rates of later days come with the policy's own events. */
export class WhatIsAhead extends Migration {
  override up(): void {
    this.addSql(`alter table renewable_policy add hand_over_on date, add rates_ahead jsonb not null default '[]',
      drop superseded_by_policy_id`);
  }
}
