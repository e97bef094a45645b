import { events } from '@staycover/events';
import { asyncApiDocument } from './asyncapi.ts';
import type { JsonSchema } from './types.ts';

const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/**
 * What the platform publishes as an OpenAPI document without paths, for what makes types of these: each event under its
 * type, and all of them by their types as `StaycoverEvents`.
 */
export const eventTypesDocument = async (): Promise<object> => {
  const { components } = await asyncApiDocument({ publicUrl: 'http://localhost:8080', natsHost: 'localhost:4222' });
  const payloads = new Map(
    Object.values(components.messages).map(({ name, payload }) => [name as string, payload as JsonSchema]),
  );
  const types = events.filter(({ service }) => service !== 'inbound').map(({ type }) => type);
  const all = {
    type: 'object',
    properties: Object.fromEntries(types.map((type) => [type, schema(type)])),
    required: types,
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Staycover events', version: '1.0.0' },
    paths: {},
    components: {
      schemas: {
        ...components.schemas,
        ...Object.fromEntries(types.map((type) => [type, payloads.get(type)])),
        StaycoverEvents: all,
      },
    },
  };
};
