import type { Runs } from '@staycover/db';
import type { Subject } from '../domain/subject.ts';

/** Looks rows up by hash: a join of parts of one statement, which are taken for ten rows, compares each row with each. */
const among = (columns: string, part: string, members = columns): string =>
  `((${columns}) in (select ${members} from ${part})) is true`;

/**
 * With the words that they are found by; words that are there already are left alone. Returns those with a
 * contract that they did not have before: the rows of `subject` are seen as they were.
 */
const SUBJECTS = `with stored as (
    insert into subject (id, kind, organization_id, reference, name, status, version, contract_id)
    select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[], $8::text[])
    on conflict (id) do update set reference = excluded.reference, name = excluded.name, status = excluded.status,
      version = excluded.version, contract_id = excluded.contract_id
    where subject.version < excluded.version and subject.organization_id = excluded.organization_id
    returning id, organization_id, contract_id),
  term as (
    select t.* from unnest($9::text[], $10::text[], $11::text[]) as t (id, term, organization_id)
    where ${among('id', 'stored')}),
  forgotten as (
    delete from subject_term f using stored s where f.id = s.id and not ${among('(f.id, f.term)', 'term', 'id, term')}),
  added as (
    insert into subject_term (id, term, organization_id) select id, term, organization_id from term on conflict do nothing)
  select id from stored where contract_id is not null and not ((id, contract_id) in (
    select id, contract_id from subject where id = any($1::text[]) and contract_id is not null))`;

/** Events of a policy from before its contract was known, or when it had another one. */
const EARLIER_LINKS = `insert into event_link (id, at, position, organization_id)
  select s.contract_id, l.at, l.position, l.organization_id from subject s
  join event_link l on l.id = s.id and l.organization_id = s.organization_id
  where s.id = any($1::text[])
  on conflict do nothing`;

/** Keeps what can be searched for as it is now. */
export const recordSubjects = async (session: Runs, subjects: readonly Subject[]): Promise<void> => {
  const newest = keepNewest(subjects);
  if (newest.length === 0) return;
  const column = <M extends keyof Subject>(name: M): Subject[M][] => newest.map((subject) => subject[name]);
  const terms = newest.flatMap(({ id, organizationId, terms: own }) =>
    own.map((term) => ({ id, term, organizationId })),
  );
  const { rows } = await session.run<{ id: string }>(SUBJECTS, [
    column('id'),
    column('kind'),
    column('organizationId'),
    column('reference'),
    column('name'),
    column('status'),
    column('version'),
    column('contractId'),
    terms.map(({ id }) => id),
    terms.map(({ term }) => term),
    terms.map(({ organizationId }) => organizationId),
  ]);
  if (rows.length > 0) await session.run(EARLIER_LINKS, [rows.map(({ id }) => id)]);
};

const keepNewest = (subjects: readonly Subject[]): Subject[] => {
  const byId = new Map<string, Subject>();
  for (const subject of subjects) {
    if ((byId.get(subject.id)?.version ?? 0) < subject.version) byId.set(subject.id, subject);
  }
  return [...byId.values()];
};
