import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../../..');
const library = join(root, 'libs/client');

/** What `package.json` says to who installs the package, instead of what it says to this repository. */
const published = async (): Promise<object> => {
  const { name, version, dependencies } = JSON.parse(await readFile(join(library, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    dependencies: Record<string, string>;
  };
  return {
    name,
    version,
    description: 'Typed client of the Staycover API',
    license: 'Apache-2.0',
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    dependencies,
  };
};

/** Declarations keep the names of the sources, which are not in the package. */
const nameOutputs = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.d.ts')) continue;
    const text = await readFile(join(folder, name), 'utf8');
    await writeFile(join(folder, name), text.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
  }
};

/** Compiles `@staycover/client` and packs it for npm. Answers the path of the `.tgz` in `into`. */
export const packClient = async (into: string): Promise<string> => {
  const built = await mkdtemp(join(tmpdir(), 'staycover-client-'));
  try {
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    await run(process.execPath, [tsc, '-p', join(library, 'tsconfig.package.json'), '--outDir', built]);
    await nameOutputs(built);
    await writeFile(join(built, 'package.json'), JSON.stringify(await published(), null, 2));
    await copyFile(join(library, 'README.md'), join(built, 'README.md'));
    await copyFile(join(root, 'LICENSE'), join(built, 'LICENSE'));
    await mkdir(into, { recursive: true });
    const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', resolve(into)], { cwd: built });
    return join(resolve(into), stdout.trim());
  } finally {
    await rm(built, { recursive: true, force: true });
  }
};
