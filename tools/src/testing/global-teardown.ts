import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { linesWithPersonalValues } from './personal-values.ts';
import { keptForTeardown } from './servers.ts';

/** Stops the servers, and fails the run when a service wrote personal data into its log. */
export default async function globalTeardown(): Promise<void> {
  await Promise.all(keptForTeardown().map((server) => server.stop()));
  const file = process.env['TEST_LOG_FILE'];
  if (!file || !existsSync(file)) return;
  const lines = await linesWithPersonalValues(file);
  await rm(dirname(file), { recursive: true });
  if (lines.length > 0) throw new Error(`Personal data in the logs of services:\n${lines.join('\n')}`);
}
