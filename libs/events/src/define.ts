import type { z } from 'zod';
import type { CloudEvent, EventSource, InboundCloudEvent, Publisher } from './envelope.ts';
import { dataSchemaUrn, envelopeSchema, inboundEnvelopeSchema } from './envelope.ts';

type Named = { name: string; summary: string; version?: number };

/** An event: its subject, its data and an example. */
export type EventDefinition<Data extends z.ZodType = z.ZodType> = {
  service: EventSource;
  name: string;
  version: number;
  summary: string;
  /** `insurance.billing.invoice-sent.v1` */
  type: string;
  /** `insurance.billing.invoice-sent`, to be followed by the organization. */
  subjectPrefix: string;
  data: Data;
  envelope: z.ZodType<CloudEvent<z.output<Data>> | InboundCloudEvent<z.output<Data>>>;
  /** A whole envelope: of our own events as the newest release publishes it. */
  example: CloudEvent<z.output<Data>> | InboundCloudEvent<z.input<Data>>;
};

/** An event of our own: its envelope is complete. */
export type PublishedEvent<Data extends z.ZodType = z.ZodType> = EventDefinition<Data> & {
  service: Publisher;
  envelope: z.ZodType<CloudEvent<z.output<Data>>>;
  example: CloudEvent<z.output<Data>>;
};

/** What an event carries, as a consumer gets it. */
export type DataOf<E extends EventDefinition> = z.output<E['data']>;

const eventNames = (service: EventSource, { name, version = 1, summary }: Named) => {
  const subjectPrefix = `insurance.${service}.${name}`;
  return { name, version, summary, subjectPrefix, type: `${subjectPrefix}.v${version}` };
};

type Occurrence<Data> = { id: string; aggregateId: string; time: string; data: Data; traceparent?: string | undefined };

/** The envelope of something that happened to an aggregate; `time` is UTC with milliseconds. */
export const cloudEvent = <Data>(
  event: { service: EventSource; type: string },
  { id, aggregateId, time, data, traceparent }: Occurrence<Data>,
): CloudEvent<Data> => ({
  specversion: '1.0',
  id,
  source: `/insurance/${event.service}`,
  type: event.type,
  subject: aggregateId,
  time,
  datacontenttype: 'application/json',
  dataschema: dataSchemaUrn(event.type),
  ...(traceparent ? { traceparent } : {}),
  data,
});

const exampleOccurrence = {
  id: '01a1f84a-95ca-74d0-85fb-48b92136c7d3',
  time: '2026-11-20T09:30:00.010Z',
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
};

/** Defines an event that one of our services publishes; `aggregateId` is that of the example. */
export const defineEvent = <Data extends z.ZodObject>(
  service: Publisher,
  definition: Named & { data: Data; aggregateId: string; example: z.output<Data> },
): PublishedEvent<Data> => {
  const { data, aggregateId, example } = definition;
  const names = eventNames(service, definition);
  return {
    service,
    ...names,
    data,
    envelope: envelopeSchema(service, names.type, data) as unknown as z.ZodType<CloudEvent<z.output<Data>>>,
    example: cloudEvent({ service, type: names.type }, { ...exampleOccurrence, aggregateId, data: example }),
  };
};

/** Defines an event that other systems publish and we consume. */
export const defineInbound = <Data extends z.ZodType>(
  definition: Named & { data: Data; example: z.input<Data> },
): EventDefinition<Data> & { service: 'inbound' } => {
  const service = 'inbound';
  const { data, example } = definition;
  const names = eventNames(service, definition);
  const { subject: _subject, ...envelope } = cloudEvent(
    { service, type: names.type },
    { ...exampleOccurrence, id: 'evt-77120', aggregateId: '', data: example },
  );
  return {
    service,
    ...names,
    data,
    envelope: inboundEnvelopeSchema(names.type, data) as unknown as z.ZodType<InboundCloudEvent<z.output<Data>>>,
    example: { ...envelope, source: 'https://crm.acme-stays.example' },
  };
};
