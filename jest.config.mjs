import { availableParallelism } from 'node:os';

const common = {
  rootDir: import.meta.dirname,
  runtime: '<rootDir>/tools/src/testing/runtime.ts',
  testEnvironment: '<rootDir>/tools/src/testing/environment.ts',
  setupFilesAfterEnv: ['<rootDir>/tools/src/testing/temporal-equality.ts'],
  injectGlobals: false,
  transform: {},
  roots: ['<rootDir>/bench', '<rootDir>/libs', '<rootDir>/services', '<rootDir>/tools'],
};

export default {
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: ['**/*.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', '\\.(int|e2e|fault)\\.spec\\.ts$'],
    },
    {
      ...common,
      displayName: 'real',
      testMatch: ['**/*.{int,e2e,fault}.spec.ts'],
      globalSetup: '<rootDir>/tools/src/testing/global-setup.ts',
      globalTeardown: '<rootDir>/tools/src/testing/global-teardown.ts',
    },
  ],
  maxWorkers: Math.max(2, availableParallelism() - 1),
  // Suites leave some behind, and a large heap takes seconds to clean on a busy machine; a new worker takes a few to start.
  workerIdleMemoryLimit: '400MB',
  testSequencer: '<rootDir>/tools/src/testing/platforms-first.mjs',
  testTimeout: 120_000,
  reporters: ['default', '<rootDir>/tools/src/testing/closing-line.mjs'],
};
