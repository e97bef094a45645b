import { rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { removeNats, removeNatsCluster, removePostgres, type Say } from '@staycover/infra';
import { lockFolder } from './folder-lock.ts';

const OWN = ['platform.json', 'platform.url', 'api-keys.json', 'logs'];

/**
 * Removes the development data of a folder, wherever it is kept, and of the sandbox and the cluster in it. What did not come from the
 * platform stays.
 * @throws Error when a platform runs on it.
 */
export const resetData = async (dataDir: string, say: Say): Promise<void> => {
  const folders = [dataDir, join(dataDir, 'sandbox'), join(dataDir, 'cluster')];
  const locks = [];
  try {
    for (const folder of folders) locks.push(await lockFolder(folder, { patienceMs: 0 }));
    for (const folder of folders) {
      const removed = [
        ...(await removePostgres(folder, say)),
        ...(await removeNats(folder, say)),
        ...(await removeNatsCluster(folder, say)),
      ];
      for (const each of removed) say(`Removed ${each}`);
      for (const name of OWN) await rm(join(folder, name), { recursive: true, force: true });
    }
  } finally {
    for (const lock of locks) lock.release();
  }
  for (const folder of folders.toReversed()) {
    await rm(join(folder, 'platform.lock'), { force: true });
    await rmdir(folder).catch(() => undefined);
  }
};
