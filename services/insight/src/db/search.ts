import { type Database, query } from '@staycover/db';
import { type Actor, visibleOrganizations } from '@staycover/kernel';
import type { Search } from '../domain/subject.ts';
import { type KnownOrganization, OrganizationEntity, type Subject, SubjectEntity } from './entities.ts';

type Scope = { organizationId?: string | undefined; limit: number };

/** Every beginning is that of a term; the longest is looked up first, the others are few by then. */
const FOUND = `select s.id from (
    select distinct id from subject_term where term like $1 and ($2::text[] is null or organization_id = any($2))
      and ($3::text is null or organization_id = $3) limit 10000) t
  join subject s on s.id = t.id
  where ($4::text is null or s.kind = $4) and not exists (
    select from unnest($5::text[]) as b (beginning)
    where not exists (select from subject_term o where o.id = s.id and o.term like b.beginning))
  order by s.id desc limit $6`;

const beginsWith = (text: string): string => `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** What the actor may see of what fits; ids grow with time, so the newest come first. */
export const searchSubjects = (
  database: Database,
  { organizations }: Actor,
  { kind, beginnings }: Search,
  { organizationId, limit }: Scope,
): Promise<Subject[]> =>
  database.read(async (em) => {
    const [longest, ...others] = beginnings.toSorted((a, b) => b.length - a.length).map(beginsWith);
    if (longest === undefined) return [];
    const scope = [visibleOrganizations({ organizations }), organizationId ?? null];
    const rows = await query<{ id: string }>(em, FOUND, [longest, ...scope, kind ?? null, others, limit]);
    const found = await em.find(SubjectEntity, { id: { $in: rows.map(({ id }) => id) } });
    return found.toSorted((a, b) => (a.id < b.id ? 1 : -1));
  });

/** Organizations of the actor by the prefix of their ids. */
export const listOrganizations = (
  database: Database,
  { organizations }: Actor,
  { q, limit }: { q: string; limit: number },
): Promise<KnownOrganization[]> =>
  database.read((em) =>
    em.find(
      OrganizationEntity,
      {
        id: { $like: beginsWith(q) },
        ...(organizations === '*' ? {} : { $and: [{ id: { $in: [...organizations] } }] }),
      },
      { orderBy: { id: 'asc' }, limit },
    ),
  );
