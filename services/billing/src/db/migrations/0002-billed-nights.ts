import { Migration } from '@mikro-orm/migrations';

export class BilledNights extends Migration {
  override up(): void {
    // Nights that a line has charged and nothing has taken back (balance 1), or that were credited although their
    // charge was voided later (balance -1). Where the voiding of a credit reopened a charge, the nights may have been
    // billed again meanwhile: such rows stand outside the constraint until the next invoice credits one of the two.
    this.addSql(`create table billed_nights (
      policy_id uuid not null,
      property_id text not null,
      nights daterange not null check (not isempty(nights)),
      line_id uuid not null,
      balance smallint not null check (balance in (1, -1)),
      reopened boolean not null,
      constraint no_night_twice exclude using gist (policy_id with =, property_id with =, nights with &&)
        where (balance = 1 and not reopened)
    )`);
    this.addSql(`create index billed_nights_by_line on billed_nights (line_id)`);
  }
}
