import { UsageError } from './usage-error.ts';

/**
 * A port of an environment variable.
 * @throws UsageError for an invalid port.
 */
export const readPort = (variable: string, preferred: number, env: NodeJS.ProcessEnv = process.env): number => {
  const text = env[variable]?.trim() || String(preferred);
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`${variable} must be a port from 0 to 65535, not "${text}".`);
};
