import { Migration } from '@mikro-orm/migrations';

/** What a search of some organizations reads, so that the terms of the others do not delay it. */
export class TermsByOrganization extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`drop index concurrently if exists subject_term_in_organization`);
    this.addSql(`create index concurrently subject_term_in_organization
      on subject_term (organization_id, term text_pattern_ops, id)`);
  }
}
