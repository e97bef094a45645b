import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { completed, type Lockfile, missingOptional } from './complete.ts';

const text = readFileSync(resolve(import.meta.dirname, '../../../package-lock.json'), 'utf8');

describe('the lock file', () => {
  test('names the optional packages of every platform, without which npm ci refuses it', () => {
    expect(missingOptional(JSON.parse(text) as Lockfile).map(([path]) => path)).toEqual([]);
  });

  test('names no registry', () => {
    expect(text).not.toMatch(/"resolved": "https?:/);
  });
});

test('a missing package is added with the platform of its name', () => {
  const packages = {
    'node_modules/a': {
      dev: true,
      optionalDependencies: { '@a/a-linux-x64-musl': '1.2.3', 'a-darwin-arm64': '^1.2.3' },
    },
  };
  expect(completed({ packages }).packages).toMatchObject({
    'node_modules/@a/a-linux-x64-musl': {
      version: '1.2.3',
      os: ['linux'],
      cpu: ['x64'],
      libc: ['musl'],
      optional: true,
      dev: true,
    },
    'node_modules/a-darwin-arm64': { version: '1.2.3', os: ['darwin'], cpu: ['arm64'], optional: true },
  });
});
