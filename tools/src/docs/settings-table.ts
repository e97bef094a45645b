import { join } from 'node:path';
import { z } from 'zod';

/** Files of the checkout are written as they are found from its root. */
const root = join(import.meta.dirname, '../../..', '/');

/** The default as it is written in an environment; empty when there is none. */
const defaultValue = (schema: z.ZodType): string => {
  const { default: value } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  if (value === undefined || value === '') return '';
  return `\`${Array.isArray(value) ? value.join(',') : String(value).replace(root, '')}\``;
};

/** Settings with their defaults and descriptions. Throws for one without a description. */
export const settingsTable = (settings: readonly (readonly [name: string, schema: z.ZodType])[]): string => {
  const rows = settings.map(([name, schema]) => {
    if (!schema.description) throw new Error(`The setting ${name} needs a description`);
    return `| \`${name}\` | ${defaultValue(schema)} | ${schema.description} |`;
  });
  return ['| Setting | Default | |', '|---|---|---|', ...rows].join('\n');
};
