import type { JsonSchema } from './types.ts';

type Definitions = Record<string, JsonSchema>;

/** Digits before the point of the largest number, and no minus sign where numbers are not negative. */
const numericString = ({
  type,
  minimum = -1,
  maximum = 1e15,
}: JsonSchema & { minimum?: number; maximum?: number }): JsonSchema => {
  const sign = minimum < 0 ? '-?' : '';
  if (type === 'integer') return { type: 'string', pattern: `^${sign}${wholeNumbers(minimum, maximum)}$` };
  return { type: 'string', pattern: `^${sign}\\d{1,${String(Math.trunc(maximum)).length}}(\\.\\d{1,4})?$` };
};

/** The pattern of the numbers from `min` (0 or 1) to `max`. */
const wholeNumbers = (min: number, max: number): string => {
  const digits = String(max);
  const shorter = digits.length > 1 ? [`[1-9]\\d{0,${digits.length - 2}}`] : [];
  const asLong = [...digits].flatMap((digit, i) => {
    const below = Number(digit) - 1;
    const first = i === 0 ? 1 : 0;
    return below < first ? [] : [`${digits.slice(0, i)}[${first}-${below}]\\d{${digits.length - i - 1}}`];
  });
  return `(${[...(min === 0 ? ['0'] : []), ...shorter, ...asLong, digits].join('|')})`;
};
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
    return schema['type'] === 'number' || schema['type'] === 'integer'
      ? { anyOf: [parts, numericString(schema)] }
      : parts;
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
