import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder for a benchmark's servers, on disk as in production, so that the cost of storage counts. */
export const makeDataFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  // The user that PostgreSQL runs as for root passes through it; else the data would be kept elsewhere, and left there.
  await chmod(folder, 0o711);
  return folder;
};
