import { z } from 'zod';
import { idField, list } from '../fields.ts';
import {
  EventDetail,
  EventQuery,
  EventSummary,
  KnownOrganization,
  OrganizationQuery,
  SearchQuery,
  SearchResult,
  TimelineQuery,
} from '../insight.ts';
import { guarded, nextPage, route } from '../route.ts';

const service = 'insight';

export const listEvents = route({
  operationId: 'listEvents',
  service,
  method: 'get',
  path: '/api/events',
  summary: 'What happened, as a list or live',
  description:
    'With `Accept: text/event-stream` the events that come, as server-sent events; the filters hold there, too. Each `event` ' +
    'is an EventSummary under its position as id. `Last-Event-ID` goes on behind a position: 1,000 missed events at most are ' +
    'sent, else `reset` asks to read the list again; a slow reader gets it, too. `bye` ends a stream: with the ' +
    'token, after 30 minutes, or as the platform restarts; call again after a moment. A caller has at most 8 streams.',
  role: 'read',
  query: EventQuery,
  requestHeaders: { 'Last-Event-ID': 'The position to go on behind, of a stream' },
  responses: {
    200: {
      description: 'The events',
      body: list(EventSummary, 1_000),
      headers: nextPage,
      documents: ['text/event-stream'],
    },
  },
  problems: ['invalid-request', 'not-found', ...guarded],
});

export const getEvent = route({
  operationId: 'getEvent',
  service,
  method: 'get',
  path: '/api/events/{id}',
  summary: 'Read an event',
  role: 'read',
  params: z.object({ id: idField('event') }),
  responses: { 200: { description: 'The event', body: EventDetail } },
  problems: ['not-found', ...guarded],
});

export const getTimeline = route({
  operationId: 'getTimeline',
  service,
  method: 'get',
  path: '/api/timeline/{id}',
  summary: 'Everything that happened to something',
  description:
    'By its id, its reference, or a trace id: the events that name it, by time. A policy has those of its invoices, ' +
    'renewals and claims, a contract those of its policies.',
  role: 'read',
  params: z.object({ id: idField('contract, policy, invoice, payment, renewal, claim, or trace; or a reference') }),
  query: TimelineQuery,
  responses: { 200: { description: 'The events', body: list(EventSummary, 1_000), headers: nextPage } },
  problems: ['invalid-request', 'not-found', ...guarded],
});

export const search = route({
  operationId: 'search',
  service,
  method: 'get',
  path: '/api/search',
  summary: 'Find contracts, policies, invoices, payments and claims',
  role: 'read',
  query: SearchQuery,
  responses: { 200: { description: 'What was found, the newest first', body: list(SearchResult, 50) } },
  problems: ['invalid-request', 'not-found', ...guarded],
});

export const listOrganizations = route({
  operationId: 'listOrganizations',
  service,
  method: 'get',
  path: '/api/organization',
  summary: 'List organizations',
  description: 'Those that the caller may see and that something happened to, by id.',
  role: 'read',
  query: OrganizationQuery,
  responses: { 200: { description: 'The organizations', body: list(KnownOrganization, 100) } },
  problems: ['invalid-request', ...guarded],
});

export const insightRoutes = [listEvents, getEvent, getTimeline, search, listOrganizations] as const;
