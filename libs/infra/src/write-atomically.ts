import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a file or folder under a name beside `path` and renames it: `path` is all there or not at all, also to another process.
 * Of several that make the same one stays.
 *
 * @throws what `write` throws, unless another process has made it meanwhile
 */
export const writeAtomically = async (path: string, write: (unfinished: string) => Promise<unknown>): Promise<void> => {
  const unfinished = `${path}.${randomUUID()}`;
  await mkdir(dirname(path), { recursive: true });
  try {
    await write(unfinished);
    await rename(unfinished, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
};
