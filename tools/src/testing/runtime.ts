import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import type jestRuntime from 'jest-runtime';
import { type JestGlobals, useGlobals } from './globals.ts';

const require = createRequire(import.meta.url);
const { default: Runtime } = require('jest-runtime') as typeof jestRuntime;
const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals'
      ? { url: new URL('globals.ts', import.meta.url).href, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});

/** Node loads what a suite imports, as in production, and once for all suites of a worker. Jest would read all of it again for each. */
export default class NodeRuntime extends Runtime {
  constructor(...given: ConstructorParameters<typeof Runtime>) {
    const { getBuiltinModule } = process;
    super(...given);
    process.getBuiltinModule = getBuiltinModule;
  }

  override unstable_shouldLoadAsEsm(): boolean {
    return true;
  }

  override async unstable_importModule(path: string): Promise<void> {
    useGlobals(this.requireModuleOrMock<JestGlobals>(path, '@jest/globals'));
    await import(pathToFileURL(path).href);
  }

  /** The tests of a suite are kept in this module, and what listens to them beside it. */
  override requireInternalModule<Module>(path: string): Module {
    delete require.cache[path];
    Reflect.deleteProperty(globalThis, EVENT_HANDLERS);
    return require(path);
  }
}
