import type { Runs } from '@staycover/db';
import type { EventRecord } from '../domain/event-record.ts';
import type { MailNotice } from '../domain/mail.ts';
import type { Subject } from '../domain/subject.ts';
import { MAILED } from './mails.ts';
import { recordSubjects } from './record-subjects.ts';
import { HANDED_OUT } from './webhook-deliveries.ts';

/** An event with all that is kept of it. */
export type NewEvent = {
  event: EventRecord;
  subject: Subject | undefined;
  notice: MailNotice | null;
  envelope: string;
};

/** In the order in which they came. What is kept already stays as it is. */
const EVENTS = `with came as (
    select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[],
      $9::timestamptz[], $10::text[], $11::text[], $12::text[], $13::text[])
    as c (event_id, organization_id, service, name, type, kind, aggregate_id, version, at, reference, headline, trace_id,
      notice)),
  kept as (
    insert into event (event_id, organization_id, service, name, type, kind, aggregate_id, version, at, reference, headline,
      trace_id)
    select event_id, organization_id, service, name, type, kind, aggregate_id, version, at, reference, headline, trace_id
    from came on conflict (event_id) do nothing returning position, event_id, organization_id, at, type,
      aggregate_id),
  organizations as (
    insert into organization (id, first_at, last_at)
    select organization_id, min(at), max(at) from kept group by organization_id order by organization_id
    on conflict (id) do update set first_at = least(organization.first_at, excluded.first_at),
      last_at = greatest(organization.last_at, excluded.last_at)),
  ${HANDED_OUT},
  ${MAILED}
  select position::text, event_id from kept`;

/** The texts of events, and what they are about: an event also belongs to the contract of each policy that it names. */
const TEXTS_AND_LINKS = `with payloads as (
    insert into payload (position, envelope) select * from unnest($5::bigint[], $6::text[])),
  named as (
    select * from unnest($1::text[], $2::timestamptz[], $3::bigint[], $4::text[]) as n (id, at, position, organization_id))
  insert into event_link (id, at, position, organization_id)
  select id, at, position, organization_id from named
  union
  select s.contract_id, n.at, n.position, n.organization_id from named n
  join subject s on s.id = n.id and s.organization_id = n.organization_id and s.contract_id is not null
  on conflict do nothing`;

/** Keeps what happened, in this order; an event that is kept already changes nothing. */
export const recordEvents = async (session: Runs, events: readonly NewEvent[]): Promise<void> => {
  // An event that came twice is recorded as it came first.
  const distinct = [...Map.groupBy(events, ({ event }) => event.id).values()].map(([first]) => first!);
  const positions = await insertEvents(session, distinct);
  const added = distinct.flatMap((each) => {
    const position = positions.get(each.event.id);
    return position === undefined ? [] : [{ ...each, position }];
  });
  if (added.length === 0) return;
  await recordSubjects(
    session,
    added.flatMap(({ subject }) => subject ?? []),
  );
  const links = added.flatMap(({ event: { links: ids, time, organizationId }, position }) =>
    ids.map((id) => ({ id, time, position, organizationId })),
  );
  await session.run(TEXTS_AND_LINKS, [
    links.map(({ id }) => id),
    links.map(({ time }) => time),
    links.map(({ position }) => position),
    links.map(({ organizationId }) => organizationId),
    added.map(({ position }) => position),
    added.map(({ envelope }) => envelope),
  ]);
};

/** The positions of the events that were not kept yet, by event id. */
const insertEvents = async (session: Runs, events: readonly NewEvent[]): Promise<Map<string, string>> => {
  const column = <M extends keyof EventRecord>(name: M): EventRecord[M][] => events.map(({ event }) => event[name]);
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
    events.map(({ notice }) => notice),
  ]);
  return new Map(rows.map(({ position, event_id }) => [event_id, position]));
};
