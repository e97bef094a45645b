import { describe, expect, test } from '@jest/globals';
import { type RouteResponse, routes } from '@staycover/api';
import { events, rpcs } from '@staycover/events';
import { z } from 'zod';

type JsonSchema = { [key: string]: unknown };

const isObject = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;
const isBoundText = ({ maxLength, enum: oneOf, const: only, format, pattern }: JsonSchema): boolean =>
  [maxLength, oneOf, only, format].some((known) => known !== undefined) || /^\^.*\$$/.test(String(pattern ?? ''));

/** Every list, map and text of a JSON schema that has no bound, by where it stands. */
const unbound = (schema: unknown, path = ''): string[] => {
  if (Array.isArray(schema)) return schema.flatMap((part) => unbound(part, path));
  if (!isObject(schema)) return [];
  const { type, maxItems, maxProperties, additionalProperties, properties, items, anyOf, allOf, $defs } = schema;
  const faults: string[] = [];
  if (type === 'array' && maxItems === undefined) faults.push(`${path}: a list`);
  if (type === 'string' && !isBoundText(schema)) faults.push(`${path}: a text`);
  const isMap = type === 'object' && isObject(additionalProperties) && properties === undefined;
  if (isMap && maxProperties === undefined && schema['description'] !== 'JSON object, kept as given')
    faults.push(`${path}: a map`);
  const members = Object.entries({ ...(properties as object | undefined), ...($defs as object | undefined) });
  return [
    ...faults,
    ...members.flatMap(([name, part]) => unbound(part, `${path}/${name}`)),
    ...unbound([items, additionalProperties, anyOf, allOf].flat(), path),
  ];
};

const parts: (readonly [string, z.ZodType | undefined])[] = [
  ...routes.flatMap(({ operationId, params, query, body, responses }) => [
    ...Object.entries({ params, query, body }).map(([part, schema]) => [`${part} of ${operationId}`, schema] as const),
    ...Object.values(responses).map((answer) => [`answer of ${operationId}`, (answer as RouteResponse).body] as const),
  ]),
  ...events.map(({ type, envelope }) => [`event ${type}`, envelope] as const),
  ...rpcs.flatMap(({ subject, request, response }) => [
    [`request ${subject}`, request] as const,
    [`answer ${subject}`, response] as const,
  ]),
];
const schemas = parts.filter((part): part is readonly [string, z.ZodType] => part[1] !== undefined);

describe('everything that is sent or answered has a bound', () => {
  test.each(schemas)('%s', (_name, schema) => {
    expect(unbound(z.toJSONSchema(schema, { io: 'input' }))).toEqual([]);
  });
});
