import type { RouteContract } from '@staycover/api';
import type { JsonSchema } from '@staycover/documents';
import type { EventDefinition } from '@staycover/events';
import { printedDocument } from '@staycover/testing/documents';
import type fc from 'fast-check';
import { fromSchema } from './from-schema.ts';
import { obeyRules } from './obey-rules.ts';

export type Body = Record<string, unknown>;
type Operation = {
  parameters: { name: string; in: string; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
};

const openApi = printedDocument('openapi');
const asyncApi = printedDocument('asyncapi');

export const { schemas } = openApi.components;
export const findOperation = (route: RouteContract): Operation => openApi.paths[route.path]![route.method] as Operation;

/** A body that fits the route's schema. */
export const validBody = (route: RouteContract): fc.Arbitrary<Body> =>
  fromSchema(findOperation(route).requestBody!.content['application/json']!.schema, schemas) as fc.Arbitrary<Body>;

const obedient = (arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<Body> =>
  arbitrary.map((value) => obeyRules(value) as Body);

/** A body that also obeys most rules over several members. */
export const acceptable = (route: RouteContract): fc.Arbitrary<Body> => obedient(validBody(route));

/** The same for the component of this name. */
export const acceptableBody = (name: string): fc.Arbitrary<Body> => obedient(fromSchema(schemas[name]!, schemas));

/** The same for the data of an inbound event. */
export const acceptableData = (event: EventDefinition): fc.Arbitrary<Body> => {
  const message = Object.values(asyncApi.components.messages).find(({ name }) => name === event.type)!;
  const { properties } = message['payload'] as { properties: { data: JsonSchema } };
  return obedient(fromSchema(properties.data, asyncApi.components.schemas));
};

/** The members that are not lists or objects. */
export const scalars = (body: Body): Body =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => typeof value !== 'object' || value === null));

/** Only those with a value. */
export const stated = (body: Body): Body =>
  Object.fromEntries(Object.entries(scalars(body)).filter(([, value]) => value !== null));

/** The same requests in every run, so that a failure comes from the code; FUZZ_SEED makes others. */
export const repeatable = (numRuns: number) => ({
  seed: Number(process.env['FUZZ_SEED'] ?? 20_261_122),
  numRuns: Number(process.env['FUZZ_RUNS'] ?? numRuns),
});
