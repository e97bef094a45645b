import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { tableReader } from '@staycover/change';
import { aggregateColumns, instantColumn, jsonColumn } from '@staycover/db';
import type { WebhookEndpointStatus } from '../domain/webhook-endpoint.ts';

const EventEntity = defineEntity({
  name: 'Event',
  tableName: 'event',
  properties: {
    position: p.bigint('number').primary(),
    eventId: p.uuid(),
    organizationId: p.text(),
    service: p.text(),
    name: p.text(),
    type: p.text(),
    kind: p.text(),
    aggregateId: p.text(),
    version: p.integer(),
    at: instantColumn(),
    reference: p.text().strictNullable(),
    headline: p.text(),
    traceId: p.text().strictNullable(),
  },
});
export type StoredEvent = InferEntity<typeof EventEntity>;
export const storedEvents = tableReader<StoredEvent>(EventEntity);

const SubjectEntity = defineEntity({
  name: 'Subject',
  tableName: 'subject',
  properties: {
    id: p.text().primary(),
    kind: p.text(),
    organizationId: p.text(),
    reference: p.text(),
    name: p.text().strictNullable(),
    status: p.text().strictNullable(),
    version: p.integer(),
    contractId: p.text().strictNullable(),
  },
});
export type StoredSubject = InferEntity<typeof SubjectEntity>;
export const storedSubjects = tableReader<StoredSubject>(SubjectEntity);

const OrganizationEntity = defineEntity({
  name: 'Organization',
  tableName: 'organization',
  properties: { id: p.text().primary(), firstAt: instantColumn(), lastAt: instantColumn() },
});
export type StoredOrganization = InferEntity<typeof OrganizationEntity>;
export const storedOrganizations = tableReader<StoredOrganization>(OrganizationEntity);

export const WebhookEndpointEntity = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoint',
  properties: {
    ...aggregateColumns(),
    url: p.text(),
    description: p.text().strictNullable(),
    eventTypes: jsonColumn<readonly string[]>(),
    status: p.text().$type<WebhookEndpointStatus>(),
    secretIssuedAt: instantColumn().strictNullable(),
  },
});

export const entities = [EventEntity, SubjectEntity, OrganizationEntity, WebhookEndpointEntity];
