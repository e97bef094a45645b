import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { bundleLibraries } from './tools/src/libraries/bundle.ts';

// Each suite reads all of its modules again: a few large ones instead of two thousand.
const { folder, specifiers } = await bundleLibraries();

const common = {
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  setupFilesAfterEnv: ['<rootDir>/tools/src/testing/temporal-equality.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2024' }, module: { type: 'es6' } }],
  },
  moduleNameMapper: { [`^(${specifiers.map(RegExp.escape).join('|')})$`]: join(folder, '$1.mjs') },
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
      testEnvironment: '<rootDir>/tools/src/testing/environment.ts',
      globalSetup: '<rootDir>/tools/src/testing/global-setup.ts',
      globalTeardown: '<rootDir>/tools/src/testing/global-teardown.ts',
    },
  ],
  maxWorkers: Math.max(2, availableParallelism() - 1),
  // Of the machine's memory: suites leave some behind, and a new worker takes seconds to start.
  workerIdleMemoryLimit: 0.08,
  testSequencer: '<rootDir>/tools/src/testing/platforms-first.mjs',
  testTimeout: 120_000,
  reporters: ['default', '<rootDir>/tools/src/testing/closing-line.mjs'],
};
