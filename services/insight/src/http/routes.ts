import * as api from '@staycover/api';
import { handle, paginate, type Route, wantsEventStream } from '@staycover/http';
import { type Actor, assertOrganization, DomainError } from '@staycover/kernel';
import type { Platform } from '@staycover/service';
import { findEvent, listEvents, listTimeline } from '../db/events.ts';
import { listOrganizations, searchSubjects } from '../db/search.ts';
import { parseSearch } from '../domain/subject.ts';
import { eventDetail, eventSummary, knownOrganization, searchResult } from '../wire/events.ts';
import { type Streams, streamAnswer } from './event-stream.ts';

export const insightRoutes = ({ database, metrics }: Platform, { tail, lastsMs }: Streams): Route[] => [
  handle(api.listEvents, async ({ actor, query, header, isAuthenticated }) => {
    assertFilter(actor, query);
    const { limit, cursor, order, ...filter } = query;
    if (wantsEventStream(header('accept'))) {
      const after = (position: number, most: number) =>
        listEvents(database, actor, filter, { limit: most, after: position });
      const onTaken = (seconds: number) => metrics.of('streamLag').observe(seconds);
      return streamAnswer(
        { actor, filter, lastEventId: header('last-event-id'), isAuthenticated },
        { tail, after, onTaken, lastsMs },
      );
    }
    const found = await listEvents(database, actor, filter, { limit: limit + 1, after: parsePosition(cursor), order });
    const { page, headers } = paginate(found, '/api/events', query, ({ position }) => String(position));
    return { body: page.map(eventSummary), headers: { ...headers, Vary: 'Accept' } };
  }),

  handle(api.getEvent, async ({ actor, params }) => {
    const found = await findEvent(database, actor, params.id);
    if (!found) throw DomainError.notFound('event', params.id);
    return { body: eventDetail(found.event, found.envelope) };
  }),

  handle(api.getTimeline, async ({ actor, params: { id }, query }) => {
    assertFilter(actor, query);
    const { limit, cursor, order, organizationId } = query;
    const page = { limit: limit + 1, after: parsePosition(cursor), order };
    const found = await listTimeline(database, actor, { id, organizationId }, page);
    if (found.length === 0 && cursor === undefined) throw DomainError.notFound('timeline', id);
    const path = `/api/timeline/${encodeURIComponent(id)}`;
    const { page: shown, headers } = paginate(found, path, query, ({ position }) => String(position));
    return { body: shown.map(eventSummary), headers };
  }),

  handle(api.search, async ({ actor, query: { q, organizationId, limit } }) => {
    assertFilter(actor, { organizationId });
    const found = await searchSubjects(database, actor, parseSearch(q), { organizationId, limit });
    return { body: found.map(searchResult) };
  }),

  handle(api.listOrganizations, async ({ actor, query }) => {
    const found = await listOrganizations(database, actor, query);
    return { body: found.map(knownOrganization) };
  }),
];

const parsePosition = (cursor: string | undefined): number | undefined =>
  cursor === undefined ? undefined : Number(cursor);

/** An organization that the caller does not act for is none. */
const assertFilter = (actor: Actor, { organizationId }: { organizationId?: string | undefined }): void => {
  if (organizationId !== undefined) assertOrganization(actor, organizationId);
};
