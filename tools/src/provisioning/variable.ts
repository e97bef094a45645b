import { readFileSync } from 'node:fs';

/** An environment variable, or what is in the file that `NAME_FILE` names. */
export const variable = (name: string): string | undefined => {
  const file = process.env[`${name}_FILE`];
  return process.env[name] || (file ? readFileSync(file, 'utf8').trim() : undefined);
};
