import {
  Claim,
  Contract,
  Invoice,
  Policy,
  RenewalRecord,
  RenewalRun,
  type RouteContract,
  schemaExample,
} from '@staycover/api';
import type { z } from 'zod';
import type { SchemaCollector } from './json-schema.ts';
import type { JsonSchema } from './types.ts';

/** Path, query and header parameters of a route. */
export const describeParameters = (route: RouteContract, schemas: SchemaCollector): JsonSchema[] => [
  ...declared(route, 'path', schemas),
  ...declared(route, 'query', schemas),
  ...headers(route),
];

const declared = (route: RouteContract, place: 'path' | 'query', schemas: SchemaCollector): JsonSchema[] => {
  const schema = place === 'path' ? route.params : route.query;
  if (!schema) return [];
  const shape: Record<string, z.ZodType> = schema.shape;
  // Parameters arrive as text: what the text is read as comes out.
  const { properties } = schemas.describe(schema, 'output') as { properties: Record<string, JsonSchema> };
  return Object.entries(properties).map(([name, { description, examples, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || !shape[name]!.safeParse(undefined).success,
    ...(description ? { description } : {}),
    schema: place === 'path' && Object.keys(rest).join() === 'type' ? { ...rest, minLength: 1 } : rest,
    ...exampleFor(route, place, name, examples as unknown[] | undefined),
  }));
};

const resources: Record<string, { id: string }> = {
  policy: schemaExample(Policy),
  contract: schemaExample(Contract),
  invoice: schemaExample(Invoice),
  renewal: schemaExample(RenewalRecord),
  claim: schemaExample(Claim),
};
const inPath: Record<string, unknown> = {
  policyId: schemaExample(Policy).id,
  jobId: schemaExample(RenewalRun).jobId,
  index: 1,
  provider: 'stripe',
};

/** A form fills in the example of a parameter: a cursor has none, it would hide the first page. */
const exampleFor = (
  { path }: RouteContract,
  place: 'path' | 'query',
  name: string,
  [own]: unknown[] = [],
): { example?: unknown } => {
  if (name === 'cursor') return {};
  const example = own ?? (place === 'path' ? (inPath[name] ?? resources[path.split('/')[2]!]?.id) : undefined);
  return example === undefined ? {} : { example };
};

/** The example is in the description: forms would send it along. */
const header = (name: string, description: string, schema: JsonSchema, example: string): JsonSchema => ({
  name,
  in: 'header',
  required: false,
  description: `${description}, for example \`${example}\``,
  schema,
});

const text = { type: 'string' };

const headers = (route: RouteContract): JsonSchema[] => {
  const { method, etag, idempotencyKey, problems, requestHeaders = {} } = route;
  const found: JsonSchema[] = Object.entries(requestHeaders).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: text,
  }));
  if (etag && method === 'get') {
    found.push(header('If-None-Match', 'The version the caller has: 304 while it is the newest', text, '"3"'));
  }
  if (problems.includes('version-mismatch')) {
    found.push(header('If-Match', 'The version to change: 412 when it is not the newest any more', text, '"3"'));
  }
  if (idempotencyKey) {
    const key = { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]([ -~]*[!-~])?$' };
    const description = 'Makes repeating safe for 7 days: the same key and body get the first answer again';
    found.push(header('Idempotency-Key', description, key, '5f1c9e9e-line-1'));
  }
  if (preferences(route).length > 0)
    found.push(header('Prefer', preferences(route).join('; '), text, 'handling=strict'));
  return found;
};

/** Whether members of the body that nothing reads are named, or refused: not in what a payment provider sends. */
export const namesIgnored = ({ body, rawBody, problems }: RouteContract): boolean =>
  body !== undefined && (!rawBody || problems.includes('invalid-request'));

/** What `Prefer` can ask of a route. */
const preferences = (route: RouteContract): string[] => [
  ...(namesIgnored(route) ? ['`handling=strict` makes unknown and read-only members a fault'] : []),
  ...(route.operationId === 'processRenewals'
    ? ['`wait=N` waits up to N seconds for the end of the run, at most 60']
    : []),
];
