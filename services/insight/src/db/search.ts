import { query, type Work } from '@staycover/db';
import { type Actor, mayAccess, visibleOrganizations } from '@staycover/kernel';
import type { Search } from '../domain/subject.ts';
import { type StoredOrganization, type StoredSubject, storedOrganizations, storedSubjects } from './entities.ts';

type Scope = { organizationId?: string | undefined; limit: number };

/**
 * Every beginning is that of a term; the longest is looked up first, the others are few by then. The limits are there for the
 * planner: with the first it stops reading, with the second it does not walk through all subjects to join some.
 */
const found = (where: string): string => `select t.id from (
    select distinct id from (select id from subject_term where term like $1 and ${where} limit 10000) as first) as t,
  lateral (select kind from subject where id = t.id limit 1) as s
  where ($3::text is null or s.kind = $3) and not exists (
    select from unnest($4::text[]) as b (beginning)
    where not exists (select from subject_term o where o.id = t.id and o.term like b.beginning))
  order by t.id desc limit $5`;

const EVERYWHERE = found('$2::text[] is null');
/** Each with the index of its own, which does not read the terms of the others. */
const IN_ORGANIZATIONS = found('organization_id = any($2::text[])');

const beginsWith = (text: string): string => `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** What the actor may see of what fits; ids grow with time, so the newest come first. */
export const searchSubjects = async (
  database: Work,
  actor: Actor,
  { kind, beginnings }: Search,
  { organizationId, limit }: Scope,
): Promise<StoredSubject[]> => {
  const [longest, ...others] = beginnings.toSorted((a, b) => b.length - a.length).map(beginsWith);
  if (longest === undefined) return [];
  const within =
    organizationId === undefined ? visibleOrganizations(actor) : [organizationId].filter((id) => mayAccess(actor, id));
  const text = within ? IN_ORGANIZATIONS : EVERYWHERE;
  const rows = await query<{ id: string }>(database, text, [longest, within, kind ?? null, others, limit]);
  return storedSubjects.select(database, 'where t.id = any($1::text[]) order by t.id desc', [rows.map(({ id }) => id)]);
};

/** Organizations of the actor by the prefix of their ids. */
export const listOrganizations = (
  database: Work,
  actor: Actor,
  { q, limit }: { q: string; limit: number },
): Promise<StoredOrganization[]> =>
  storedOrganizations.select(
    database,
    'where t.id like $1 and ($2::text[] is null or t.id = any($2)) order by t.id limit $3',
    [beginsWith(q), visibleOrganizations(actor), limit],
  );

/** What a policy or another subject is called, and the state that it has now. */
export const findSubject = async (
  work: Work,
  organizationId: string,
  id: string,
): Promise<Pick<StoredSubject, 'reference' | 'status'> | undefined> => {
  const [row] = await query<Pick<StoredSubject, 'reference' | 'status'>>(
    work,
    'select reference, status from subject where id = $1 and organization_id = $2',
    [id, organizationId],
  );
  return row;
};
