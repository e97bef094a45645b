import { z } from 'zod';

/** The schema inside optional, nullable and default wrappers, and inside a size check. */
export const unwrapSchema = (schema: z.core.$ZodType): z.core.$ZodType => {
  if (schema instanceof z.ZodPreprocess) return unwrapSchema(schema.def.out);
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
    ? unwrapSchema(schema.unwrap())
    : schema;
};

/** The schema of a member, by its path with dots between levels; undefined where there is none. */
export const schemaAt = (schema: z.core.$ZodType, path: string): z.core.$ZodType | undefined =>
  path.split('.').reduce<z.core.$ZodType | undefined>((outer, key) => {
    const shape: Record<string, z.core.$ZodType> = outer instanceof z.ZodObject ? outer.shape : {};
    return Object.hasOwn(shape, key) ? unwrapSchema(shape[key]!) : undefined;
  }, unwrapSchema(schema));
