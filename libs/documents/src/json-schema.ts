import { compareTexts } from '@staycover/kernel';
import { z } from 'zod';
import { acceptNumericStrings } from './numeric-strings.ts';
import type { JsonSchema } from './types.ts';

export type SchemaCollector = {
  /** The schema of a request (`input`) or of a response (`output`). */
  describe(schema: z.ZodType, io: 'input' | 'output'): JsonSchema;
  /** Every schema with an id that was met so far; the others refer to it by `#/components/schemas/<id>`. */
  components: Record<string, JsonSchema>;
};

const COMPONENTS = '#/components/schemas/';
const WITHOUT_NUL = '^[^\\u0000]*$';
const BETWEEN_1900_AND_2999 = '^(19|2\\d)\\d{2}-\\d{2}-\\d{2}$';

/** Turns Zod schemas into JSON schemas and collects those with an id as components. */
export const schemaCollector = (): SchemaCollector => {
  const components: Record<string, JsonSchema> = {};
  const add = (id: string, schema: JsonSchema): void => {
    const known = components[id];
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`two schemas are called ${id}`);
    components[id] = schema;
  };
  return {
    components,
    describe(schema, io) {
      // Wrapped, so that the schema itself also becomes a component when it has an id.
      const { $defs = {}, properties } = z.toJSONSchema(z.object({ schema }), {
        io,
        override: ({ zodSchema, jsonSchema }) => refine(jsonSchema as JsonSchema, zodSchema as unknown as z.ZodType),
      });
      const definitions =
        'DealBody' in $defs ? acceptNumericStrings('DealBody', $defs as Record<string, JsonSchema>) : $defs;
      for (const [id, definition] of Object.entries(definitions)) add(id, relocate(definition) as JsonSchema);
      return relocate(properties!['schema']) as JsonSchema;
    },
  };
};

const ownRules = (schema: z.ZodType): z.core.$ZodCustomDef[] =>
  ((schema instanceof z.ZodPipe ? (schema.def.out as z.ZodType) : schema).def.checks ?? [])
    .map(({ _zod }) => _zod.def as z.core.$ZodCustomDef)
    .filter(({ check }) => check === 'custom');

/** Describes rules over several members: in words, and in JSON Schema where it can express them. */
const describeRules = (schema: JsonSchema, rules: z.core.$ZodCustomDef[]): void => {
  const members = (schema['properties'] ?? {}) as object;
  const over = rules.filter(({ params, path: [first] = [] }) => params && (first === undefined || first in members));
  if (over.length === 0) return;
  const descriptions = over.map(
    ({ path = [], error }) => `- ${path.length > 0 ? `\`${path.join('.')}\` ` : ''}${String(error?.({} as never))}`,
  );
  schema['description'] = [schema['description'], descriptions.join('\n')].filter(Boolean).join('\n\n');
  const broken = over.flatMap(({ params }) => (params!['broken'] ? [{ not: params!['broken'] as JsonSchema }] : []));
  if (broken.length > 0) schema['allOf'] = broken;
};

/** Adds the rules of Zod refinements that its JSON Schema omits. */
const refine = (schema: JsonSchema, source: z.ZodType): void => {
  // Responses and events may grow; readers ignore unknown members.
  if (schema['additionalProperties'] === false) delete schema['additionalProperties'];
  if (schema['format'] === 'date') schema['pattern'] = BETWEEN_1900_AND_2999;
  if (schema['format'] === 'date-time') delete schema['pattern'];
  const rules = ownRules(source);
  describeRules(schema, rules);
  // The only rule on plain texts besides their length.
  if (rules.length > 0 && schema['type'] === 'string' && !schema['pattern']) schema['pattern'] = WITHOUT_NUL;
  if ('example' in schema) {
    schema['examples'] = [schema['example']];
    delete schema['example'];
  }
};

/** The same with references to components instead of Zod's own definitions. */
const relocate = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(relocate);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) =>
      key === '$ref' && typeof part === 'string' ? [key, part.replace('#/$defs/', COMPONENTS)] : [key, relocate(part)],
    ),
  );
};

/** The components that `users` or one another refer to, by name. */
export const referenced = (components: Record<string, JsonSchema>, users: unknown): Record<string, JsonSchema> => {
  const text = JSON.stringify([users, components]);
  const used = Object.entries(components).filter(([id]) => text.includes(`"${COMPONENTS}${id}"`));
  return Object.fromEntries(used.toSorted(([a], [b]) => compareTexts(a, b)));
};
