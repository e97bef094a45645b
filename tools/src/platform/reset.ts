import { existsSync } from 'node:fs';
import { rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { removeData, type Say } from '@staycover/infra';
import { lockFolder } from './folder-lock.ts';
import { dataFolders } from './running.ts';

const OWN = [
  'platform.json',
  'platform.url',
  'api-keys.json',
  'logs/platform.log',
  'logs/platform.log.1',
  'nats/passwords.json',
];

/**
 * Removes the development data of folders, wherever it is kept, and of the sandbox and the cluster in it. What did not come from the
 * platform stays. Returns what the next start finds, in a sentence.
 * @throws Error when a platform runs on it.
 */
export const resetData = async (dataDir: string, say: Say): Promise<string> => {
  const folders = dataFolders(dataDir);
  const locks = [];
  const own = folders.flatMap((folder) => OWN.map((name) => join(folder, name))).filter((file) => existsSync(file));
  let servers: Awaited<ReturnType<typeof removeData>>;
  try {
    for (const folder of folders) locks.push(await lockFolder(folder, { patienceMs: 0 }));
    for (const file of own) await rm(file, { force: true });
    servers = await removeData(folders, say);
  } finally {
    for (const lock of locks) lock.release();
  }
  for (const folder of folders.toReversed()) {
    await rm(join(folder, 'platform.lock'), { force: true });
    for (const empty of ['logs', '']) await rmdir(join(folder, empty)).catch(() => undefined);
  }
  // A start uses what it finds there, also a database that an earlier release has removed in part.
  if (servers.stays.length > 0) return `The next npm start uses what is in ${servers.stays.join(' and ')}.`;
  if (own.length + servers.removed.length > 0) return 'The next npm start begins empty.';
  return `There is no data of npm start in ${dataDir} (DATA_DIR).`;
};
