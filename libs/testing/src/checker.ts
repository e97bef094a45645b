import type { JsonSchema } from '@staycover/documents';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** Closes objects to undocumented members: the platform must not write any. */
export const closed = <T>(value: T): T => {
  if (Array.isArray(value)) return value.map(closed) as T;
  if (typeof value !== 'object' || value === null) return value;
  const parts: JsonSchema = {};
  for (const [key, part] of Object.entries(value)) parts[key] = closed(part);
  if (parts['properties'] && !('additionalProperties' in parts)) parts['additionalProperties'] = false;
  return parts as T;
};

/** Returns a function that reports violations of a schema; its references resolve to the named documents. */
export const checkerFor = <Name extends string>(documents: Record<Name, object>) => {
  // Checks of the schemas themselves and faster code cost more than they save.
  const ajv = new Ajv2020({ strict: false, meta: false, validateSchema: false, code: { optimize: false } });
  formats.default(ajv);
  for (const [name, document] of Object.entries<object>(documents)) ajv.addSchema(document, name);
  const compiled = new Map<JsonSchema, ValidateFunction>();
  const compile = (schema: JsonSchema, base: Name): ValidateFunction => {
    const made = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', `"${base}#/`)) as object);
    compiled.set(schema, made);
    return made;
  };
  return (schema: JsonSchema, base: Name, value: unknown): string | undefined => {
    const validate = compiled.get(schema) ?? compile(schema, base);
    return validate(value) ? undefined : ajv.errorsText(validate.errors);
  };
};
