import { fields } from '@staycover/api';
import { z } from 'zod';
import type { CloudEvent } from './cloud-event.ts';

export type { CloudEvent } from './cloud-event.ts';

export const publishers = ['policy', 'contract', 'billing', 'renewal', 'claims', 'insight'] as const;
export type Publisher = (typeof publishers)[number];

/** The source in a subject: a service, or `inbound` for other systems. */
export type EventSource = Publisher | 'inbound';

/** The same from other systems, which may leave out what CloudEvents makes optional. */
export type InboundCloudEvent<Data = unknown> = Partial<CloudEvent> &
  Pick<CloudEvent<Data>, 'specversion' | 'id' | 'source' | 'type' | 'data'>;

const traceparent = z
  .string()
  .regex(/^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/)
  .optional()
  .meta({ description: 'W3C trace context' });

/** Name of the schema of an event type's data; its components carry the same name. */
export const dataSchemaUrn = (type: string): string => `urn:staycover:schema:${type}`;

export const envelopeSchema = <Data extends z.ZodType>(service: Publisher, type: string, data: Data) =>
  z.object({
    specversion: z.literal('1.0'),
    id: fields.uuid.meta({
      description: 'Also the Nats-Msg-Id, with `:` and more behind it where a cluster did not store an earlier try',
    }),
    source: z.literal(`/insurance/${service}`),
    type: z.literal(type),
    subject: fields.requiredText(255).meta({ description: 'Id of the aggregate' }),
    time: fields.timestamp,
    datacontenttype: z.literal('application/json'),
    dataschema: z.literal(dataSchemaUrn(type)),
    traceparent,
    data,
  });

export const inboundEnvelopeSchema = <Data extends z.ZodType>(type: string, data: Data) =>
  z.object({
    specversion: z.literal('1.0'),
    id: fields.name.meta({ description: "The sender's own id; with its source it makes repetitions harmless" }),
    source: fields.name
      .regex(/^\S+$/, 'must be a URI reference, which has no spaces')
      .meta({ description: 'URI reference of the sender' }),
    type: z.literal(type),
    subject: fields.shortText.optional(),
    time: fields.instant.optional(),
    datacontenttype: z
      .string()
      .regex(/^application\/json(?:; ?charset=utf-8)?$/i, 'must be application/json, in UTF-8')
      .optional(),
    dataschema: fields.text(2048).optional(),
    traceparent: traceparent.catch(undefined),
    data,
  });
