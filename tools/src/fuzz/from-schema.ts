import type { JsonSchema } from '@staycover/documents';
import fc from 'fast-check';

type Schemas = Record<string, JsonSchema>;

/** Generates values that match a schema of the document; rules that JSON Schema cannot express may still be violated. */
export const fromSchema = (schema: JsonSchema, schemas: Schemas, depth = 0): fc.Arbitrary<unknown> => {
  const of = (part: unknown): fc.Arbitrary<unknown> => fromSchema(part as JsonSchema, schemas, depth + 1);
  if (typeof schema['$ref'] === 'string') return of(schemas[schema['$ref'].split('/').at(-1)!]);
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  if (Array.isArray(schema['anyOf'])) return fc.oneof(...schema['anyOf'].map(of));
  if (Array.isArray(schema['type'])) return fc.oneof(...schema['type'].map((type) => of({ ...schema, type })));
  switch (schema['type']) {
    case 'string':
      return text(schema);
    case 'integer':
    case 'number':
      return amount(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(of(schema['items']), { maxLength: depth > 4 ? 0 : 3 });
    case 'object':
      return object(schema, of);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
};

const object = (schema: JsonSchema, of: (part: unknown) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => {
  const { properties, required = [] } = schema as { properties?: Schemas; required?: string[] };
  if (!properties)
    return fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });
  const members = Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, of(member)]));
  return fc.record(members, { requiredKeys: required });
};

const amount = ({
  type,
  minimum = -1e9,
  maximum = 1e9,
}: {
  type?: unknown;
  minimum?: number;
  maximum?: number;
}): fc.Arbitrary<number> => {
  const [min, max] = [Math.max(minimum, -1e9), Math.min(maximum, 1e9)];
  const whole = fc.oneof(
    fc.integer({ min, max: Math.floor(max) }),
    fc.integer({ min, max: Math.min(Math.floor(max), min + 40) }),
  );
  if (type === 'integer') return whole;
  return fc
    .tuple(whole, fc.integer({ min: 0, max: 99 }))
    .map(([units, cents]) => Math.min(Number(`${units}.${cents}`), max));
};

const day = fc
  .tuple(fc.integer({ min: 2020, max: 2035 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([y, m, d]) => `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`);

const formats: Record<string, fc.Arbitrary<string>> = {
  date: day,
  'date-time': day.map((date) => `${date}T09:30:00Z`),
  uuid: fc.uuid({ version: 7 }),
  email: fc.constantFrom('dana@acme.example', 'd.reyes+policy@acme-stays.example'),
  uri: fc.webUrl().map((url) => url.replace(/^http:/, 'https:')),
};

const readable = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom("O'Brien; drop table policy", '日本 – ß', '%00', '../..'),
);

const text = (schema: JsonSchema): fc.Arbitrary<string> => {
  const {
    format,
    pattern,
    minLength = 0,
    maxLength = 255,
  } = schema as { format?: string; pattern?: string; minLength?: number; maxLength?: number };
  if (format && formats[format]) return formats[format];
  if (pattern === '^[A-Z]{3}$') return fc.constantFrom('USD', 'EUR', 'JPY', 'KWD');
  if (pattern && !pattern.startsWith('^[^')) return fc.stringMatching(new RegExp(pattern), { maxLength: 64 });
  return fc
    .oneof({ weight: 9, arbitrary: readable }, { weight: 1, arbitrary: fc.constant('x'.repeat(maxLength)) })
    .map((value) => {
      const stored = value.replaceAll('\0', '').slice(0, maxLength).toWellFormed();
      return stored.length < minLength ? 'x'.repeat(minLength) : stored;
    });
};

const surprise = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(
    null,
    '',
    '\0',
    '\ud800',
    -1,
    0.1 + 0.2,
    1e308,
    2 ** 53,
    [],
    {},
    [[]],
    '2026-02-30',
    '9999-12-31',
    'x'.repeat(5000),
  ),
);

const names = fc.constantFrom('id', 'version', 'constructor', '__proto__', 'toString', 'a/b~c', 'extra');

/** The same with something wrong in it, anywhere: another value, a missing or an additional member. */
export const mutated = (valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.tuple(valid, fc.infiniteStream(fc.nat(1000)), surprise, names).map(([value, dice, wrong, name]) => {
    const roll = (sides: number): number => (dice.next().value as number) % sides;
    const change = (part: unknown): unknown => {
      if (typeof part !== 'object' || part === null || roll(4) === 0) return wrong;
      if (Array.isArray(part))
        return part.length === 0 ? [wrong] : part.map((item, i) => (i === 0 ? change(item) : item));
      const entries = Object.entries(part);
      if (entries.length === 0 || roll(4) === 0) return Object.fromEntries([...entries, [name, wrong]]);
      const chosen = roll(entries.length);
      if (roll(4) === 0) return Object.fromEntries(entries.filter((_entry, i) => i !== chosen));
      return Object.fromEntries(entries.map(([key, item], i) => [key, i === chosen ? change(item) : item]));
    };
    return change(value);
  });
