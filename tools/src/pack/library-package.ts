import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../../..');

/** A published library: its folder, description and entry module. */
type Library = { folder: string; description: string; entry: string; isAlone?: boolean };

const libraries = {
  client: { folder: 'libs/client', description: 'Typed client of the Staycover API', entry: 'index' },
  /** Types and the check of webhooks; what the platform itself needs of the library stays here. */
  events: {
    folder: 'libs/events',
    description: 'Types of the Staycover events, and the verification of webhooks',
    entry: 'published',
    isAlone: true,
  },
} as const satisfies Record<string, Library>;

/** The published `package.json`, instead of that of this repository. */
const published = async ({ folder, description, entry, isAlone }: Library): Promise<object> => {
  const { name, version, dependencies } = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    dependencies: Record<string, string>;
  };
  return {
    name,
    version,
    description,
    license: 'Apache-2.0',
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: { '.': { types: `./${entry}.d.ts`, default: `./${entry}.js` } },
    ...(isAlone ? {} : { dependencies }),
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

/** Compiles a library and packs it for npm. Answers the path of the `.tgz` in `into`. */
export const packLibrary = async (name: keyof typeof libraries, into: string): Promise<string> => {
  const library: Library = libraries[name];
  const sources = join(root, library.folder);
  const built = await mkdtemp(join(tmpdir(), `staycover-${name}-`));
  try {
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    await run(process.execPath, [tsc, '-p', join(sources, 'tsconfig.package.json'), '--outDir', built]);
    await nameOutputs(built);
    await writeFile(join(built, 'package.json'), JSON.stringify(await published(library), null, 2));
    await copyFile(join(sources, 'README.md'), join(built, 'README.md'));
    await copyFile(join(root, 'LICENSE'), join(built, 'LICENSE'));
    await mkdir(into, { recursive: true });
    const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', resolve(into)], { cwd: built });
    return join(resolve(into), stdout.trim());
  } finally {
    await rm(built, { recursive: true, force: true });
  }
};

/** The TypeScript of a library's README, as a reader would copy it. */
export const readmeExamples = async (name: keyof typeof libraries): Promise<string> => {
  const page = await readFile(join(root, libraries[name].folder, 'README.md'), 'utf8');
  return [...page.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code]) => code).join('\n');
};
