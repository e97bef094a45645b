import { type EventDefinition, events, type RpcDefinition, rpcs } from '@staycover/events';
import { mapInSlices } from '@staycover/kernel';
import { knownConsumers } from './consumers.ts';
import { referenced, type SchemaCollector, schemaCollector } from './json-schema.ts';
import type { Consumer, JsonSchema } from './types.ts';

export type AsyncApiDocument = {
  asyncapi: string;
  channels: Record<string, JsonSchema>;
  operations: Record<string, JsonSchema>;
  components: Record<'messages' | 'schemas' | 'securitySchemes' | 'tags', Record<string, JsonSchema>>;
  [member: string]: unknown;
};

const introduction = `Events are CloudEvents 1.0 in structured JSON, published through NATS JetStream on subjects that end in
the organization: subscribe to one event of one organization, or to more by wildcards. Every event has the state after
the change with the version of its aggregate, so that a consumer applies the newer and drops the older, in any order;
its id is also the message id. Other systems may publish only on \`insurance.inbound.…\`. Operations are described from this
platform's side: it sends its own events and receives inbound ones.`;

export type AsyncApiOptions = {
  /** Where clients reach the gateway. */
  publicUrl: string;
  /** Host and port where systems connect. */
  natsHost: string;
  consumers?: readonly Consumer[];
};

/** The AsyncAPI 3.0 document of every event and request, made in slices. */
export const asyncApiDocument = async ({
  publicUrl,
  natsHost,
  consumers = knownConsumers,
}: AsyncApiOptions): Promise<AsyncApiDocument> => {
  const schemas = schemaCollector();
  const messages = {
    ...Object.fromEntries(await mapInSlices(events, (event) => [channelName(event), eventMessage(event, schemas)])),
    ...Object.assign({}, ...(await mapInSlices(rpcs, (rpc) => rpcMessages(rpc, schemas)))),
  };
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Staycover events',
      version: '1.0.0',
      description: introduction,
      contact: { name: 'Staycover API', url: `${publicUrl}/docs/events` },
      license: { name: 'Apache 2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      tags: Object.keys(tags).map((name) => reference('components', 'tags', name)),
    },
    defaultContentType: 'application/json',
    servers: {
      nats: {
        host: natsHost,
        protocol: 'nats',
        description: 'NATS 2.9 or newer with JetStream',
        security: [login],
      },
    },
    channels: {
      ...Object.fromEntries(events.map((event) => [channelName(event), eventChannel(event)])),
      ...Object.assign({}, ...rpcs.map(rpcChannels)),
    },
    operations: {
      ...Object.assign({}, ...events.map((event) => eventOperations(event, consumers))),
      ...Object.assign({}, ...rpcs.map(rpcOperation)),
    },
    components: {
      messages,
      schemas: referenced(schemas.components, messages),
      securitySchemes: { login: userAndPassword },
      tags,
    },
  };
};

const camel = (name: string): string => name.replaceAll(/[-.](\w)/g, (_match, letter: string) => letter.toUpperCase());
const channelName = ({ service, name, version }: EventDefinition): string =>
  camel(`${service}-${name}`) + (version === 1 ? '' : `V${version}`);

const reference = (...path: string[]): { $ref: string } => ({ $ref: `#/${path.join('/')}` });

const tags = Object.fromEntries(
  [...new Set([...events, ...rpcs].map(({ service }) => service))].map((name) => [
    name,
    {
      name,
      description: name === 'inbound' ? 'What other systems publish' : `What the ${name} service publishes and answers`,
    },
  ]),
);

const userAndPassword = { type: 'userPassword', description: 'When authentication is on: one user for each system' };
const login = reference('components', 'securitySchemes', 'login');

const organizationId = { description: 'The organization of the event', examples: ['acme-stays'] };

const eventChannel = (event: EventDefinition): JsonSchema => ({
  address: `${event.subjectPrefix}.{organizationId}`,
  title: event.name,
  description: event.summary,
  parameters: { organizationId },
  messages: { event: reference('components', 'messages', channelName(event)) },
});

const eventOperations = (event: EventDefinition, consumers: readonly Consumer[]): Record<string, JsonSchema> => {
  const id = channelName(event);
  const inbound = event.service === 'inbound';
  const consumedBy = consumers.filter((consumer) => consumer.event.type === event.type).map(({ service }) => service);
  return {
    [id]: {
      action: inbound ? 'receive' : 'send',
      summary: event.summary,
      description: inbound
        ? `Published by other systems, consumed by ${consumedBy.join(', ')}.`
        : `Published by ${event.service}${consumedBy.length > 0 ? `, consumed by ${consumedBy.join(', ')}` : ''}; open to other systems.`,
      security: [login],
      channel: reference('channels', id),
      messages: [reference('channels', id, 'messages', 'event')],
      tags: [reference('components', 'tags', event.service)],
      'x-publisher': inbound ? 'other systems' : event.service,
      'x-consumers': consumedBy,
    },
  };
};

const messageId = {
  type: 'object',
  properties: { 'Nats-Msg-Id': { type: 'string', description: 'The id of the event' } },
};

const eventMessage = (event: EventDefinition, schemas: SchemaCollector): JsonSchema => ({
  name: event.type,
  title: event.name,
  summary: event.summary,
  contentType: 'application/json',
  // Ids of other systems may be the same: they send none.
  ...(event.service === 'inbound' ? {} : { headers: messageId }),
  payload: schemas.describe(event.envelope, event.service === 'inbound' ? 'input' : 'output'),
  examples: [{ name: event.name, payload: event.example }],
});

const rpcName = ({ service, operation }: RpcDefinition): string => camel(`${service}-${operation}`);

const rpcChannels = (rpc: RpcDefinition): Record<string, JsonSchema> => {
  const id = rpcName(rpc);
  const message = (name: string) => reference('components', 'messages', name);
  return {
    [`${id}Request`]: {
      address: rpc.subject,
      description: rpc.summary,
      messages: { request: message(`${id}Request`) },
    },
    [`${id}Response`]: { description: 'The inbox of the caller', messages: { response: message(`${id}Response`) } },
  };
};

const rpcOperation = (rpc: RpcDefinition): Record<string, JsonSchema> => {
  const id = rpcName(rpc);
  return {
    [id]: {
      action: 'receive',
      summary: rpc.summary,
      description: `Answered by ${rpc.service}${rpc.callers.length > 0 ? `, asked by ${rpc.callers.join(' and ')}` : ''}.`,
      security: [login],
      channel: reference('channels', `${id}Request`),
      messages: [reference('channels', `${id}Request`, 'messages', 'request')],
      reply: {
        channel: reference('channels', `${id}Response`),
        messages: [reference('channels', `${id}Response`, 'messages', 'response')],
      },
      tags: [reference('components', 'tags', rpc.service)],
    },
  };
};

const rpcMessages = (rpc: RpcDefinition, schemas: SchemaCollector): Record<string, JsonSchema> => {
  const message = (part: 'request' | 'response', io: 'input' | 'output'): JsonSchema => ({
    name: `${rpc.subject} ${part}`,
    contentType: 'application/json',
    payload: schemas.describe(rpc[part], io),
    examples: [{ payload: rpc.example[part] }],
  });
  const id = rpcName(rpc);
  return { [`${id}Request`]: message('request', 'input'), [`${id}Response`]: message('response', 'output') };
};
