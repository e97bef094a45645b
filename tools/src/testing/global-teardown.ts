import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { linesWithPersonalValues } from './personal-values.ts';
import { keptForTeardown } from './servers.ts';

/** Stops the servers, and fails the run when a service wrote personal data into its log. */
export default async function globalTeardown(): Promise<void> {
  await Promise.all(keptForTeardown().map((server) => server.stop()));
  const { TEST_LOG_FILE: file, TEST_DOCUMENTS: folder } = process.env;
  const lines = file && existsSync(file) ? await linesWithPersonalValues(file) : [];
  if (folder) await rm(folder, { recursive: true });
  if (lines.length > 0) throw new Error(`Personal data in the logs of services:\n${lines.join('\n')}`);
}
