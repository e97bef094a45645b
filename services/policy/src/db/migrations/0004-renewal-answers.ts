import { Migration } from '@mikro-orm/migrations';

/** The answer of a renewal becomes an aggregate like others: its version counts how often it was given. */
export class RenewalAnswers extends Migration {
  override up(): void {
    this.addSql(`alter table renewal_answer rename renewal_id to id`);
    this.addSql(`alter table renewal_answer rename times to version`);
    this.addSql(`alter table renewal_answer add organization_id text, add created_by text, add created_date timestamptz,
      add last_modified_by text, add last_modified_date timestamptz`);
    this.addSql(`update renewal_answer as a set organization_id = p.organization_id, created_by = 'system:renewal',
      created_date = p.last_modified_date, last_modified_by = 'system:renewal', last_modified_date = p.last_modified_date
      from policy as p where p.id = a.policy_id`);
    this.addSql(`alter table renewal_answer alter organization_id set not null, alter created_by set not null,
      alter created_date set not null, alter last_modified_by set not null, alter last_modified_date set not null`);
  }
}
