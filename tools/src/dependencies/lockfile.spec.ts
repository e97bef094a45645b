import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { lockfileFaults } from './lockfile.ts';

const integrity = `sha512-${'a'.repeat(86)}==`;
const good = { version: '1.2.3', integrity };

const findFaults = (locked: object, lockfileVersion = 3) =>
  lockfileFaults(
    { lockfileVersion, packages: { '': {}, 'libs/a': { version: '0.1.0' }, 'node_modules/@x/y': locked } },
    ['decided'],
  );

describe('the lockfile', () => {
  test('of this repository has no fault', () => {
    const read = (name: string) => JSON.parse(readFileSync(resolve(import.meta.dirname, '../../..', name), 'utf8'));
    expect(lockfileFaults(read('package-lock.json'), Object.keys(read('package.json').allowScripts))).toEqual([]);
  });

  test('may link to workspaces and pin packages by their hash', () => {
    expect(findFaults(good)).toEqual([]);
    expect(findFaults({ link: true, resolved: 'libs/a' })).toEqual([]);
    expect(findFaults({ version: '1.2.3', optional: true, os: ['darwin'] })).toEqual([]);
  });

  test.each<[string, object, RegExp]>([
    ['an address', { ...good, resolved: 'https://evil.example/y.tgz' }, /names the address/],
    ['no hash', { version: '1.2.3' }, /no SHA-512/],
    ['no hash, though it is optional', { version: '1.2.3', optional: true }, /no SHA-512/],
    ['a weak hash', { ...good, integrity: 'sha1-abc' }, /no SHA-512/],
    ['two hashes, one of them weak', { ...good, integrity: `sha1-abc ${integrity}` }, /no SHA-512/],
    ['a version that is an address', { ...good, version: 'git+ssh://git@evil.example/y.git' }, /no released version/],
    ['an unapproved install script', { ...good, hasInstallScript: true }, /runs a script/],
  ])('must not have %s', (_what, locked, fault) => {
    expect(findFaults(locked)).toEqual([expect.stringMatching(fault)]);
  });

  test('is of version 3', () => {
    expect(findFaults(good, 1)).toEqual(['lockfileVersion is 1, not 3']);
  });
});
