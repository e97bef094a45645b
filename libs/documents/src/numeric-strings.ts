import type { JsonSchema } from './types.ts';

type Definitions = Record<string, JsonSchema>;

const numericString = { type: 'string', pattern: '^-?\\d{1,15}(\\.\\d{1,15})?$' };
const REFERENCE = '#/$defs/';

/**
 * The definitions with `root` taking every number also as a string, as CRMs send them. What `root` refers to is copied
 * under a name of its own (`CoverageBodyOfDeal`), because others refer to it, too.
 */
export const acceptNumericStrings = (root: string, definitions: Definitions): Definitions => {
  const copies: Definitions = {};
  const widen = (value: unknown, key?: string): unknown => {
    if (key === 'examples' || key === 'enum' || typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => widen(item));
    const schema = value as JsonSchema;
    if (typeof schema['$ref'] === 'string') return { $ref: REFERENCE + copied(schema['$ref'].slice(REFERENCE.length)) };
    const parts = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, widen(part, name)]));
    return schema['type'] === 'number' || schema['type'] === 'integer' ? { anyOf: [parts, numericString] } : parts;
  };
  const copied = (id: string): string => {
    const copy = `${id}OfDeal`;
    if (copies[copy]) return copy;
    const widened = widen(definitions[id]) as JsonSchema;
    if (JSON.stringify(widened) === JSON.stringify(definitions[id])) return id;
    copies[copy] = widened;
    return copy;
  };
  return { ...definitions, [root]: widen(definitions[root]) as JsonSchema, ...copies };
};
