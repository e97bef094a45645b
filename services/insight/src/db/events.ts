import type { EntityManager } from '@mikro-orm/core';
import { type Database, type Page, pageInSql, query, type Work } from '@staycover/db';
import { events as published } from '@staycover/events';
import { type Actor, isId, visibleOrganizations } from '@staycover/kernel';
import { EventEntity, type StoredEvent, SubjectEntity } from './entities.ts';

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

const publishedBy = ({ service, name }: EventFilter) => {
  if (service !== undefined) return { service };
  return name === undefined ? {} : { service: { $in: findPublishers(name) } };
};

/** Only what the actor may see, and of that what the filter names. */
const visible = ({ organizations }: Actor, { organizationId, service, name }: EventFilter) => ({
  ...(organizations === '*' ? {} : { organizationId: { $in: [...organizations] } }),
  $and: organizationId === undefined ? [] : [{ organizationId }],
  ...publishedBy({ service, name }),
  ...(name === undefined ? {} : { name }),
});

/** Not every event carries the reference of what it happened to. */
const withReferences = async (em: EntityManager, events: readonly StoredEvent[]): Promise<StoredEvent[]> => {
  const nameless = events.filter(({ reference }) => reference === null).map(({ aggregateId }) => aggregateId);
  if (nameless.length === 0) return [...events];
  const subjects = await em.find(SubjectEntity, { id: { $in: [...new Set(nameless)] } });
  const references = new Map(
    subjects.map(({ id, organizationId, reference }) => [`${organizationId} ${id}`, reference]),
  );
  return events.map((event) => ({
    ...event,
    reference: event.reference ?? references.get(`${event.organizationId} ${event.aggregateId}`) ?? null,
  }));
};

/** Events of the actor's organizations, by position. */
export const listEvents = (
  database: Database,
  actor: Actor,
  filter: EventFilter,
  { limit, after, order }: Page<number>,
): Promise<StoredEvent[]> => {
  const beyond = order === 'newest' ? { $lt: after } : { $gt: after };
  const where = { ...visible(actor, filter), ...(after === undefined ? {} : { position: beyond }) };
  return database.read(async (em) => {
    const orderBy = { position: pageInSql(order).sort };
    return withReferences(em, await em.find(EventEntity, where, { orderBy, limit, disableIdentityMap: true }));
  });
};

/** An event that the actor may see, with its envelope as long as it is kept. */
export const findEvent = async (
  database: Database,
  actor: Actor,
  eventId: string,
): Promise<{ event: StoredEvent; envelope: string | undefined } | undefined> => {
  if (!isId(eventId)) return undefined;
  return database.read(async (em) => {
    const found = await em.find(EventEntity, { eventId, ...visible(actor, {}) });
    const [event] = await withReferences(em, found);
    if (!event) return undefined;
    const [kept] = await query<{ envelope: string }>(em, 'select envelope from payload where position = $1', [
      event.position,
    ]);
    return { event, envelope: kept?.envelope };
  });
};

// A reference stands for its subject, too: not every event of it carries the reference.
const timeline = (beyond: '>' | '<', sort: 'asc' | 'desc'): string => `with wanted as (
    select $1::text as id
    union select id from subject_term join subject using (id) where term = lower($1) and reference = $1)
  select line.position::text from wanted cross join lateral (
    select l.at, l.position from event_link l
    where l.id = wanted.id and ($2::text[] is null or organization_id = any($2)) and ($3::text is null or organization_id = $3)
      and ($4::bigint is null or (l.at, l.position) ${beyond} (select at, position from event where position = $4))
    order by l.at ${sort}, l.position ${sort} limit $5) as line
  group by line.at, line.position order by line.at ${sort}, line.position ${sort} limit $5`;

/** The events that name an id, a reference or a trace, by time. */
export const listTimeline = (
  database: Database,
  { organizations }: Actor,
  { id, organizationId }: { id: string; organizationId?: string | undefined },
  { limit, after, order }: Page<number>,
): Promise<StoredEvent[]> =>
  database.read(async (em) => {
    // PostgreSQL keeps no NUL, and refuses to look for one.
    if (id.includes('\0')) return [];
    const { beyond, sort } = pageInSql(order);
    const rows = await query<{ position: string }>(em, timeline(beyond, sort), [
      id,
      visibleOrganizations({ organizations }),
      organizationId ?? null,
      after ?? null,
      limit,
    ]);
    const positions = rows.map(({ position }) => Number(position));
    const events = await em.find(EventEntity, { position: { $in: positions } });
    const byPosition = new Map(events.map((event) => [event.position, event]));
    return withReferences(
      em,
      positions.flatMap((position) => byPosition.get(position) ?? []),
    );
  });

/** The position of the newest event; 0 before the first. */
export const readHead = async (database: Database): Promise<number> => {
  const [row] = await database.read((em) =>
    query<{ head: string }>(em, 'select coalesce(max(position), 0)::text as head from event'),
  );
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
