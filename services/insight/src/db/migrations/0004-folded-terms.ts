import { Migration } from '@mikro-orm/migrations';

const FOLDED = String.raw`lower(regexp_replace(normalize(term, NFD), '[\u0300-\u036f]', '', 'g'))`;

/** Terms without accents, as searches look for them; those with accents are looked for no more. */
export class FoldedTerms extends Migration {
  override up(): void {
    this.addSql(`insert into subject_term (term, id, organization_id) select ${FOLDED}, id, organization_id from subject_term
      where term <> ${FOLDED} on conflict do nothing`);
  }
}
