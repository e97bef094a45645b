// Loaded before the TypeScript by any Node there is, so that what is missing gets a name.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const installed = existsSync(new URL('../node_modules/@staycover', import.meta.url));
const major = Number.parseInt(process.versions.node, 10);
const missing = installed
  ? major < 26 &&
    `This is Node ${process.versions.node}. npm ci has brought Node 26: use the npm scripts, or node_modules/.bin/node.`
  : 'The packages are not installed yet: run npm ci first.';

if (missing) {
  console.error(missing);
  process.exit(1);
}

// What was compiled before starts in half the time; a folder that cannot be written is no fault.
module.enableCompileCache(
  process.env.NODE_COMPILE_CACHE ?? fileURLToPath(new URL('../.cache/compiled', import.meta.url)),
);

// The installed files do as well.
const { useBundled } = await import('./src/libraries/bundle.ts');
await useBundled().catch(() => undefined);
