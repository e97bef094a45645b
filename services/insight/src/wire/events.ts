import type { EventDetail, EventSummary, KnownOrganization, SearchResult } from '@staycover/api';
import { timestamp } from '@staycover/kernel';
import type { StoredEvent, StoredOrganization, StoredSubject } from '../db/entities.ts';

export const eventSummary = (event: StoredEvent): EventSummary => ({
  position: event.position,
  id: event.eventId,
  time: timestamp(event.at),
  type: event.type,
  service: event.service,
  name: event.name,
  organizationId: event.organizationId,
  kind: event.kind,
  aggregateId: event.aggregateId,
  version: event.version,
  reference: event.reference,
  headline: event.headline,
  traceId: event.traceId,
});

export const eventDetail = (event: StoredEvent, envelope: string | undefined): EventDetail => ({
  ...eventSummary(event),
  envelope: envelope === undefined ? null : (JSON.parse(envelope) as Record<string, unknown>),
});

export const searchResult = ({ kind, id, organizationId, reference, name, status }: StoredSubject): SearchResult => ({
  kind,
  id,
  organizationId,
  reference,
  name,
  status,
});

export const knownOrganization = ({ id, firstAt, lastAt }: StoredOrganization): KnownOrganization => ({
  id,
  firstEventAt: timestamp(firstAt),
  lastEventAt: timestamp(lastAt),
});
