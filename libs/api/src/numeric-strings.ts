import { isRecord } from '@staycover/kernel';
import { z } from 'zod';
import { unwrapSchema } from './schema-at.ts';

const NUMERIC = /^-?\d{1,15}(\.\d{1,15})?$/;

const toNumbers = (schema: z.core.$ZodType, value: unknown): unknown => {
  const inner = unwrapSchema(schema);
  if (inner instanceof z.ZodNumber) return typeof value === 'string' && NUMERIC.test(value) ? Number(value) : value;
  if (inner instanceof z.ZodArray && Array.isArray(value)) return value.map((item) => toNumbers(inner.element, item));
  if (!(inner instanceof z.ZodObject) || !isRecord(value)) return value;
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
