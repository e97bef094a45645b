import { z } from 'zod';

const NUMERIC = /^-?\d{1,15}(\.\d{1,15})?$/;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schema inside optional, nullable and default wrappers, and inside a size check. */
const unwrap = (schema: z.core.$ZodType): z.core.$ZodType => {
  if (schema instanceof z.ZodPreprocess) return unwrap(schema.def.out);
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
    ? unwrap(schema.unwrap())
    : schema;
};

const toNumbers = (schema: z.core.$ZodType, value: unknown): unknown => {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodNumber) return typeof value === 'string' && NUMERIC.test(value) ? Number(value) : value;
  if (inner instanceof z.ZodArray && Array.isArray(value)) return value.map((item) => toNumbers(inner.element, item));
  if (!(inner instanceof z.ZodObject) || !isObject(value)) return value;
  const shape: Record<string, z.core.$ZodType> = inner.shape;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const member = Object.hasOwn(shape, key) ? shape[key] : undefined;
      return [key, member ? toNumbers(member, item) : item];
    }),
  );
};

/** The schema, also taking numbers that are written as strings ("4.25"), wherever it expects a number. */
export const acceptingNumericStrings = <S extends z.ZodObject>(schema: S) =>
  z.preprocess((value) => toNumbers(schema, value), schema);
