import type { Session } from '@staycover/messaging';
import type { Subject } from '../domain/subject.ts';

const SUBJECTS = `insert into subject (id, kind, organization_id, reference, name, status, version, contract_id)
  select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[], $8::text[])
  on conflict (id) do update set reference = excluded.reference, name = excluded.name, status = excluded.status,
    version = excluded.version, contract_id = excluded.contract_id
  where subject.version < excluded.version and subject.organization_id = excluded.organization_id
  returning id, xmax = 0 as is_new`;

const FORGOTTEN = `delete from subject_term where id = any($1::text[])`;

const TERMS = `insert into subject_term (id, term, organization_id)
  select * from unnest($1::text[], $2::text[], $3::text[]) on conflict do nothing`;

/** What came of a policy before it was known whose contract it has. */
const EARLIER_LINKS = `insert into event_link (id, at, position, organization_id)
  select s.contract_id, l.at, l.position, l.organization_id from subject s
  join event_link l on l.id = s.id and l.organization_id = s.organization_id
  where s.id = any($1::text[]) and s.contract_id is not null
  on conflict do nothing`;

/** Keeps what can be searched for as it is now. */
export const recordSubjects = async (session: Session, subjects: readonly Subject[]): Promise<void> => {
  const newest = newestOf(subjects);
  if (newest.length === 0) return;
  const column = <M extends keyof Subject>(name: M): Subject[M][] => newest.map((subject) => subject[name]);
  const { rows } = await session.run<{ id: string; is_new: boolean }>(SUBJECTS, [
    column('id'),
    column('kind'),
    column('organizationId'),
    column('reference'),
    column('name'),
    column('status'),
    column('version'),
    column('contractId'),
  ]);
  const ids = new Set(rows.map(({ id }) => id));
  const stored = newest.filter(({ id }) => ids.has(id));
  if (stored.length === 0) return;
  await session.run(FORGOTTEN, [[...ids]]);
  const terms = stored.flatMap(({ id, organizationId, terms: own }) =>
    own.map((term) => ({ id, term, organizationId })),
  );
  await session.run(TERMS, [
    terms.map(({ id }) => id),
    terms.map(({ term }) => term),
    terms.map(({ organizationId }) => organizationId),
  ]);
  const isNew = rows.filter(({ is_new }) => is_new).map(({ id }) => id);
  if (isNew.length > 0) await session.run(EARLIER_LINKS, [isNew]);
};

const newestOf = (subjects: readonly Subject[]): Subject[] => {
  const byId = new Map<string, Subject>();
  for (const subject of subjects) {
    if ((byId.get(subject.id)?.version ?? 0) < subject.version) byId.set(subject.id, subject);
  }
  return [...byId.values()];
};
