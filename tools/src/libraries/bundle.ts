import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeAtomically } from '@staycover/infra/write-atomically';

const ROOT = resolve(import.meta.dirname, '../../..');

/** The libraries that have many files, or belong to one that has. What reads files beside its own code stays out. */
const LIBRARIES = [
  '@mikro-orm/core',
  '@mikro-orm/migrations',
  '@mikro-orm/postgresql',
  '@nats-io/jetstream',
  '@nats-io/services',
  '@nats-io/transport-node',
  '@opentelemetry/api',
  '@opentelemetry/context-async-hooks',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
  'croner',
  'express',
  'jose',
  'kysely',
  'opossum',
  'pg',
  'pino',
  'prom-client',
  'rate-limiter-flexible',
  'standardwebhooks',
  'stripe',
  'uuid',
  'zod',
];

/** The URL of the module that makes a process use the bundle of a folder. */
const registerIn = (folder: string): string => pathToFileURL(join(folder, REGISTER)).href;

const REGISTER = 'register.mjs';

/** A library is `<folder>/<specifier>.mjs`. A process that imports the URL `register` first loads these, not the installed ones. */
export type Bundle = { folder: string; specifiers: readonly string[]; register: string };

/**
 * The libraries in a few files instead of two thousand, which Node reads and compiles in a third of the time; made once for
 * the versions that are installed.
 *
 * @throws when the folder cannot be written, or a library cannot be read
 */
export const bundleLibraries = async (): Promise<Bundle> => {
  const folder = await chooseFolder();
  if (!existsSync(folder)) await writeAtomically(folder, writeBundle);
  return { folder, specifiers: LIBRARIES, register: registerIn(folder) };
};

/** One for the versions that are installed and the Node that runs. */
const chooseFolder = async (): Promise<string> => {
  const key = createHash('sha256')
    .update(await readFile(join(ROOT, 'package-lock.json')))
    .update(await readFile(import.meta.filename))
    .update(process.version)
    .digest('hex');
  return join(ROOT, '.cache/libraries', key.slice(0, 16));
};

/** For this process: what it imports from here on comes from the bundle, where one was made before. */
export const useBundled = async (): Promise<void> => {
  const folder = await chooseFolder();
  if (existsSync(folder)) await import(registerIn(folder));
};

/** What a process imports first to load the libraries from a few files; without it, where they cannot be had, from their own. */
export const registerLibraries = async (
  say: (line: string) => void,
  bundle = bundleLibraries,
): Promise<string | undefined> => {
  try {
    return (await bundle()).register;
  } catch (error) {
    say(`Processes load each file of the libraries, which takes longer: ${String(error)}`);
    return undefined;
  }
};

const writeBundle = async (folder: string): Promise<void> => {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: Object.fromEntries(await Promise.all(LIBRARIES.map(async (name) => [name, await writeEntry(folder, name)]))),
    external: ['pg-native'],
    platform: 'node',
    treeshake: false,
    logLevel: 'silent',
  });
  await bundle.write({ dir: folder, entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[hash].mjs' });
  await bundle.close();
  await writeFile(join(folder, REGISTER), registration);
};

/** A module that exports what Node sees in the library: a bundler sees no names in CommonJS. */
const writeEntry = async (folder: string, library: string): Promise<string> => {
  const seen = Object.keys(await import(library));
  const names = seen.filter((name) => name !== 'default' && name !== 'module.exports');
  const lines = seen.includes('module.exports')
    ? [
        `import library from '${library}';`,
        'export default library;',
        `const { ${names.map((name) => `${name}: _${name}`).join(', ')} } = library;`,
        `export { ${names.map((name) => `_${name} as ${name}`).join(', ')} };`,
      ]
    : [`export * from '${library}';`, ...(seen.includes('default') ? [`export { default } from '${library}';`] : [])];
  const file = join(folder, 'entries', `${library}.mjs`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, lines.join('\n'));
  return file;
};

const registration = `import { registerHooks } from 'node:module';

const libraries = new Map(${JSON.stringify(LIBRARIES)}.map((name) => [name, new URL(name + '.mjs', import.meta.url).href]));
registerHooks({
  resolve: (specifier, context, next) => {
    // A file of ours is where it is named. Node would also look for it, its real path and its package, which takes a seventh of a start.
    if (/^\\.\\.?\\/.*\\.ts$/.test(specifier) && context.parentURL?.startsWith('file:'))
      return { url: new URL(specifier, context.parentURL).href, format: 'module-typescript', shortCircuit: true };
    const url = context.conditions.includes('import') ? libraries.get(specifier) : undefined;
    return url ? { url, format: 'module', shortCircuit: true } : next(specifier, context);
  },
});
`;
