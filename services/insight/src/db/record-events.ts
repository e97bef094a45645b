import type { Session } from '@staycover/messaging';
import type { Happening } from '../domain/happening.ts';
import type { Subject } from '../domain/subject.ts';
import { recordSubjects } from './record-subjects.ts';

/** An event with all that is kept of it. */
export type Recorded = { happening: Happening; subject: Subject | undefined; envelope: string };

const EVENTS = `insert into event
    (event_id, organization_id, service, name, type, kind, aggregate_id, version, at, reference, headline, trace_id)
  select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[],
    $9::timestamptz[], $10::text[], $11::text[], $12::text[])
  on conflict (event_id) do nothing returning position::text, event_id`;

const PAYLOADS = `insert into payload (position, envelope) select * from unnest($1::bigint[], $2::text[])`;

/** An event also belongs to the contract of each policy that it names. */
const LINKS = `with named as (
    select * from unnest($1::text[], $2::timestamptz[], $3::bigint[], $4::text[]) as n (id, at, position, organization_id))
  insert into event_link (id, at, position, organization_id)
  select id, at, position, organization_id from named
  union
  select s.contract_id, n.at, n.position, n.organization_id from named n
  join subject s on s.id = n.id and s.organization_id = n.organization_id and s.contract_id is not null
  on conflict do nothing`;

const ORGANIZATIONS = `insert into organization (id, first_at, last_at)
  select id, min(at), max(at) from unnest($1::text[], $2::timestamptz[]) as seen (id, at) group by id order by id
  on conflict (id) do update set first_at = least(organization.first_at, excluded.first_at),
    last_at = greatest(organization.last_at, excluded.last_at)`;

/** Keeps what happened, in this order; an event that is kept already changes nothing. */
export const recordEvents = async (session: Session, recorded: readonly Recorded[]): Promise<void> => {
  const positions = await recordHappenings(session, recorded);
  const fresh = recorded.flatMap((each) => {
    const position = positions.get(each.happening.id);
    // An event that came twice in a batch is recorded once.
    return position !== undefined && positions.delete(each.happening.id) ? [{ ...each, position }] : [];
  });
  if (fresh.length === 0) return;
  const events = fresh.map(({ happening }) => happening);
  await session.run(PAYLOADS, [fresh.map(({ position }) => position), fresh.map(({ envelope }) => envelope)]);
  await session.run(ORGANIZATIONS, [
    events.map(({ organizationId }) => organizationId),
    events.map(({ time }) => time),
  ]);
  await recordSubjects(
    session,
    fresh.flatMap(({ subject }) => subject ?? []),
  );
  const links = fresh.flatMap(({ happening: { links: ids, time, organizationId }, position }) =>
    ids.map((id) => ({ id, time, position, organizationId })),
  );
  await session.run(LINKS, [
    links.map(({ id }) => id),
    links.map(({ time }) => time),
    links.map(({ position }) => position),
    links.map(({ organizationId }) => organizationId),
  ]);
};

/** The positions of the events that were not kept yet, by event id. */
const recordHappenings = async (session: Session, recorded: readonly Recorded[]): Promise<Map<string, string>> => {
  const column = <M extends keyof Happening>(name: M): Happening[M][] =>
    recorded.map(({ happening }) => happening[name]);
  const { rows } = await session.run<{ position: string; event_id: string }>(EVENTS, [
    column('id'),
    column('organizationId'),
    column('service'),
    column('name'),
    column('type'),
    column('kind'),
    column('aggregateId'),
    column('version'),
    column('time'),
    column('reference'),
    column('headline'),
    column('traceId'),
  ]);
  return new Map(rows.map(({ position, event_id }) => [event_id, position]));
};
