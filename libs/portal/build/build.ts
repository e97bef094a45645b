import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { build } from 'vite';
import { compressFiles, firstLoad } from './compress.ts';
import { portalFolder } from './folder.ts';

const MOST_BYTES = 160 * 1_024;

/**
 * Builds the portal into a folder, by default that of its sources. The folder appears when it is complete; a failure is
 * written to a file next to it.
 */
const folder = resolve(process.argv[2] ?? portalFolder());
const made = `${folder}.${process.pid}`;
const failure = `${folder}.failed`;

// Whoever builds, and in which environment: another one brings what helps React's developers, and half as much again.
process.env['NODE_ENV'] = 'production';

try {
  await mkdir(dirname(folder), { recursive: true });
  await rm(failure, { force: true });
  const root = join(import.meta.dirname, '..');
  await build({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: made, emptyOutDir: true },
  });
  await compressFiles(made);
  const bytes = await firstLoad(made);
  if (bytes > MOST_BYTES) throw new Error(`The first load is ${bytes} bytes in gzip, more than ${MOST_BYTES}.`);
  await rm(folder, { recursive: true, force: true });
  await rename(made, folder);
  process.stdout.write(`${folder}: first load ${Math.ceil(bytes / 1_024)} KB in gzip\n`);
} catch (error) {
  await rm(made, { recursive: true, force: true });
  await writeFile(failure, error instanceof Error ? error.message : String(error));
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
}
