import { z } from 'zod';

type JsonSchema = Record<string, unknown>;
type Params = { path: string[]; error: string; when: () => boolean; params: { broken?: JsonSchema | undefined } };
type Rule = [test: (value: unknown) => boolean, params: Params];

const member = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;

/**
 * A rule over several members of an object, to be spread into `refine`. It runs even when single members are at fault,
 * so that a caller learns every fault at once; `test` therefore gets unchecked values. `broken` is a JSON Schema of
 * the objects that break the rule, for the documents; there is none for what compares members.
 */
export const rule = (
  path: string[],
  error: string,
  test: (get: (key: string) => unknown) => boolean,
  broken?: JsonSchema,
): Rule => [(value) => test((key) => member(value, key)), { path, error, when: () => true, params: { broken } }];

const isAbove = (low: unknown, high: unknown): boolean =>
  (typeof low === 'number' && typeof high === 'number' && low > high) ||
  (typeof low === 'string' && typeof high === 'string' && low > high);

/** `low` must not be above `high`; numbers and ISO dates compare, a missing one is not compared. */
export const notAbove = (low: string, high: string): Rule =>
  rule([high], `must not be below ${low}`, (get) => !isAbove(get(low), get(high)));

/** The same for a member that is capped by another: the fault is named at `part`. */
export const within = (part: string, whole: string): Rule =>
  rule([part], `must not be above ${whole}`, (get) => !isAbove(get(part), get(whole)));

/** Whether a member is there and has something in it: neither null nor an empty text. */
export const isGiven = (value: unknown): boolean => (value ?? '') !== '';

/** At least one of the members must be there. */
export const anyOf = (...keys: string[]): Rule =>
  rule([], `needs at least one of ${keys.join(', ')}`, (get) => keys.some((key) => isGiven(get(key))), {
    properties: Object.fromEntries(keys.map((key) => [key, { type: 'null' }])),
  });

/** No two entries of a list may agree in the key; to be spread into `refine`. */
export const unique = <T>(getKey: (entry: T) => string | null | undefined, error: string) => {
  const test = (entries: readonly unknown[]): boolean => {
    const keys = entries.map((entry) => getKey(entry as T)).filter((key) => key !== undefined && key !== null);
    return new Set(keys).size === keys.length;
  };
  return [test, { error }] as const;
};

type OrNull<S> = { [K in keyof S]: S[K] extends z.ZodOptional ? z.ZodOptional<z.ZodNullable<S[K]>> : S[K] };

/** The members with null allowed wherever they may be absent. */
export const orNull = <S extends z.ZodRawShape>(shape: S): OrNull<S> =>
  Object.fromEntries(
    Object.entries(shape).map(([key, schema]) => {
      if (!(schema instanceof z.ZodOptional) || schema.unwrap() instanceof z.ZodNullable) return [key, schema];
      const nullable = (schema.unwrap() as z.ZodType).nullish();
      return [key, nullable.meta(schema.meta() ?? {})];
    }),
  ) as never;

/** Names a schema as a reusable component of the generated documents, with an example that the compiler checks. */
export const component = <S extends z.ZodType>(
  schema: S,
  doc: { id: string; description: string; example: z.input<S> },
): S => schema.meta(doc);

/** The example that a schema carries. */
export const schemaExample = <S extends z.ZodType>(schema: S): z.output<S> => {
  const example = schema.meta()?.['example'];
  if (example === undefined) throw new Error('the schema has no example');
  return example as z.output<S>;
};
