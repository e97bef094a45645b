import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** Writes `.br` and `.gz` next to every file. */
export const compressFiles = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file);
      await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes));
      await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
};

/** The gzip size of the page and its referenced files, in bytes. */
export const firstLoad = async (folder: string): Promise<number> => {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const named = [...page.matchAll(/"\/(portal\/assets\/[^"]+)"/g)].map(([, path]) => path!);
  const sizes = await Promise.all(['index.html', ...named].map((path) => stat(join(folder, `${path}.gz`))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
};
