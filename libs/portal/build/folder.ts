import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');
const SOURCES = ['libs/portal', 'libs/client/src', 'package-lock.json'];

/** The script that builds the portal. */
export const portalBuild = join(import.meta.dirname, 'build.ts');

/** Where the portal of these sources is, once it is built: other sources, another folder. */
export const portalFolder = (): string => {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap((source) => filesIn(join(ROOT, source))))
    hash.update(`${relative(ROOT, file)}\0`).update(readFileSync(file));
  return join(ROOT, '.cache/portal', hash.digest('hex').slice(0, 16));
};

const filesIn = (path: string): string[] => {
  if (/\.\w+$/.test(path)) return [path];
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes('node_modules') && !file.endsWith('.spec.ts'))
    .toSorted();
};
