import { type Page, pageInSql, query, type Work, whereGiven } from '@staycover/db';
import { events as published } from '@staycover/events';
import { type Actor, isId, visibleOrganizations } from '@staycover/kernel';
import { type StoredEvent, storedEvents, storedSubjects } from './entities.ts';

export type EventFilter = {
  organizationId?: string | undefined;
  service?: string | undefined;
  name?: string | undefined;
};

const publishers = (events: readonly { service: string }[]): string[] => [
  ...new Set(events.map(({ service }) => service)),
];

/** The publishers of events of a name, by which the indexes begin; all for a name that this release does not know. */
const findPublishers = (name: string): string[] => {
  const known = published.filter((event) => event.name === name);
  return publishers(known.length > 0 ? known : published);
};

const publishedBy = ({ service, name }: EventFilter): string[] | undefined => {
  if (service !== undefined) return [service];
  return name === undefined ? undefined : findPublishers(name);
};

/** Not every event carries the reference of what it happened to. */
const withReferences = async (work: Work, events: readonly StoredEvent[]): Promise<StoredEvent[]> => {
  const nameless = events.filter(({ reference }) => reference === null).map(({ aggregateId }) => aggregateId);
  if (nameless.length === 0) return [...events];
  const subjects = await storedSubjects.select(work, 'where t.id = any($1::text[])', [[...new Set(nameless)]]);
  const references = new Map(
    subjects.map(({ id, organizationId, reference }) => [`${organizationId} ${id}`, reference]),
  );
  return events.map((event) => ({
    ...event,
    reference: event.reference ?? references.get(`${event.organizationId} ${event.aggregateId}`) ?? null,
  }));
};

/** Events of the actor's organizations, by position. */
export const listEvents = async (
  database: Work,
  actor: Actor,
  filter: EventFilter,
  { limit, after, order }: Page<number>,
): Promise<StoredEvent[]> => {
  const { beyond, sort } = pageInSql(order);
  const { where, params } = whereGiven({
    't.organization_id = any(?::text[])': visibleOrganizations(actor),
    't.organization_id = ?': filter.organizationId,
    't.service = any(?::text[])': publishedBy(filter),
    't.name = ?': filter.name,
    [`t.position ${beyond} ?::bigint`]: after,
  });
  const rest = `${where} order by t.position ${sort} limit $${params.length + 1}`;
  return withReferences(database, await storedEvents.select(database, rest, [...params, limit]));
};

/** An event that the actor may see, with its envelope as long as it is kept. */
export const findEvent = async (
  database: Work,
  actor: Actor,
  eventId: string,
): Promise<{ event: StoredEvent; envelope: string | undefined } | undefined> => {
  if (!isId(eventId)) return undefined;
  const visible = 'where t.event_id = $1 and ($2::text[] is null or t.organization_id = any($2))';
  const found = await storedEvents.select(database, visible, [eventId, visibleOrganizations(actor)]);
  const [event] = await withReferences(database, found);
  if (!event) return undefined;
  const text = 'select envelope from payload where position = $1';
  const [kept] = await query<{ envelope: string }>(database, text, [event.position]);
  return { event, envelope: kept?.envelope };
};

// A reference stands for its subject, too: not every event of it carries the reference.
const timeline = (beyond: '>' | '<', sort: 'asc' | 'desc'): string => `with wanted as (
    select $1::text as id
    union select id from subject_term join subject using (id) where term = lower($1) and reference = $1
      and ($2::text[] is null or subject.organization_id = any($2)))
  select line.position::text from wanted cross join lateral (
    select l.at, l.position from event_link l
    where l.id = wanted.id and ($2::text[] is null or organization_id = any($2)) and ($3::text is null or organization_id = $3)
      and ($4::bigint is null or (l.at, l.position) ${beyond} (select at, position from event where position = $4))
    order by l.at ${sort}, l.position ${sort} limit $5) as line
  group by line.at, line.position order by line.at ${sort}, line.position ${sort} limit $5`;

/** The events that name an id, a reference or a trace, by time. */
export const listTimeline = async (
  database: Work,
  { organizations }: Actor,
  { id, organizationId }: { id: string; organizationId?: string | undefined },
  { limit, after, order }: Page<number>,
): Promise<StoredEvent[]> => {
  // PostgreSQL keeps no NUL, and refuses to look for one.
  if (id.includes('\0')) return [];
  const { beyond, sort } = pageInSql(order);
  const within = visibleOrganizations({ organizations });
  const params = [id, within, organizationId ?? null, after ?? null, limit];
  const rows = await query<{ position: string }>(database, timeline(beyond, sort), params);
  const positions = rows.map(({ position }) => Number(position));
  const events = await storedEvents.select(database, 'where t.position = any($1::bigint[])', [positions]);
  const byPosition = new Map(events.map((event) => [event.position, event]));
  return withReferences(
    database,
    positions.flatMap((position) => byPosition.get(position) ?? []),
  );
};

/** The position of the newest event; 0 before the first. */
export const readHead = async (database: Work): Promise<number> => {
  const [row] = await query<{ head: string }>(database, 'select coalesce(max(position), 0)::text as head from event');
  return Number(row!.head);
};

/** What an invoice is now: the newest event of it that is still kept. */
export const findNewestInvoice = async (
  work: Work,
  organizationId: string,
  id: string,
): Promise<string | undefined> => {
  const [row] = await query<{ envelope: string }>(
    work,
    `select p.envelope from event_link l join event e on e.position = l.position join payload p on p.position = e.position
     where l.id = $1 and e.aggregate_id = $1 and e.organization_id = $2 and e.type like 'insurance.billing.invoice-%'
     order by e.version desc, e.position desc limit 1`,
    [id, organizationId],
  );
  return row?.envelope;
};
