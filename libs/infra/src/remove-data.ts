import { rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Footprint, markForRemoval, removeMarked } from './folders.ts';
import { NATS, natsFolder } from './nats.ts';
import { clusterFolders } from './nats-cluster.ts';
import { POSTGRES } from './postgres.ts';
import { forgetFolder, postgresFolders } from './postgres-folder.ts';
import type { Say } from './server.ts';

/** What was removed, and the folders that stay, as they are not known to be ours. */
export type Removed = { removed: string[]; stays: string[] };

/**
 * Removes what PostgreSQL and NATS kept for data directories. Interrupted, it is finished by the next call, or by the servers when
 * they start: none of them begins with its data where that of the others is gone.
 * @throws Error when one runs for a living process.
 */
export async function removeData(dataDirs: readonly string[], say: Say): Promise<Removed> {
  const result: Removed = { removed: [], stays: [] };
  for (const dataDir of dataDirs) {
    for (const folder of postgresFolders(dataDir)) await mark(folder, POSTGRES, say, result);
    for (const each of [dataDir, ...clusterFolders(dataDir)]) await mark(natsFolder(each), NATS, say, result);
  }
  for (const folder of result.removed) {
    await removeMarked(folder);
    say(`Removed ${folder}`);
  }
  for (const dataDir of dataDirs) {
    const nodes = clusterFolders(dataDir);
    for (const folder of [...nodes, dirname(nodes[0]!)]) await rmdir(folder).catch(() => undefined);
    if (await forgetFolder(dataDir)) result.removed.push(dataDir);
  }
  return result;
}

const mark = async (folder: string, footprint: Footprint, say: Say, { removed, stays }: Removed): Promise<void> => {
  const marked = await markForRemoval(folder, footprint, say);
  if (marked === 'marked') removed.push(folder);
  if (marked === 'stays') stays.push(folder);
};
