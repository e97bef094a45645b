import { readFileSync } from 'node:fs';
import { provisionEnvironment } from './environment.ts';

/** A variable of the environment, or the content of the file in `NAME_FILE`. */
export const variable = (name: string): string | undefined => {
  if (!(name in provisionEnvironment.shape)) throw new Error(`${name} is none of provisioning's variables.`);
  const file = process.env[`${name}_FILE`];
  return process.env[name] || (file ? readFileSync(file, 'utf8').trim() : undefined);
};
