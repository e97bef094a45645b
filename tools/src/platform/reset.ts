import { existsSync } from 'node:fs';
import { rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { removeNats, removeNatsCluster, removePostgres, type Say } from '@staycover/infra';
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
 * Removes the development data of a folder, wherever it is kept, and of the sandbox and the cluster in it. What did not come from the
 * platform stays. False where there was nothing.
 * @throws Error when a platform runs on it.
 */
export const resetData = async (dataDir: string, say: Say): Promise<boolean> => {
  const folders = dataFolders(dataDir);
  const locks = [];
  const found: string[] = [];
  try {
    for (const folder of folders) locks.push(await lockFolder(folder, { patienceMs: 0 }));
    for (const folder of folders) {
      const own = OWN.map((name) => join(folder, name)).filter((file) => existsSync(file));
      for (const file of own) await rm(file, { force: true });
      const removed = [
        ...(await removePostgres(folder, say)),
        ...(await removeNats(folder, say)),
        ...(await removeNatsCluster(folder, say)),
      ];
      for (const each of removed) say(`Removed ${each}`);
      found.push(...own, ...removed);
    }
  } finally {
    for (const lock of locks) lock.release();
  }
  for (const folder of folders.toReversed()) {
    await rm(join(folder, 'platform.lock'), { force: true });
    for (const empty of ['logs', '']) await rmdir(join(folder, empty)).catch(() => undefined);
  }
  return found.length > 0;
};
