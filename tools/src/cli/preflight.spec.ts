import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const tools = resolve(import.meta.dirname, '../..');
const files = ['preflight.mjs', 'src/libraries/bundle.ts'];
let checkout: string;

beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), 'staycover-checkout-'));
  mkdirSync(join(checkout, 'tools/src/libraries'), { recursive: true });
  for (const file of files) copyFileSync(join(tools, file), join(checkout, 'tools', file));
  writeFileSync(join(checkout, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(checkout, 'program.mjs'), `console.log('ran')`);
});

afterAll(() => rmSync(checkout, { recursive: true, force: true }));

const run = (nodeVersion: string) => {
  const versions = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${nodeVersion}' } })`;
  const imports = [`data:text/javascript,${encodeURIComponent(versions)}`, './tools/preflight.mjs'];
  const args = [...imports.flatMap((each) => ['--import', each]), 'program.mjs'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: checkout, encoding: 'utf8' });
  return { status, output: stdout + stderr };
};

test('before npm ci, a program asks to run it first, on any Node', () => {
  for (const version of ['20.1.0', '26.0.0'])
    expect(run(version)).toEqual({ status: 1, output: 'The packages are not installed yet: run npm ci first.\n' });
});

test('on an older Node, a program names the one to use, on a newer one it runs', () => {
  symlinkSync(resolve(tools, '../node_modules'), join(checkout, 'node_modules'));
  expect(run('20.1.0')).toEqual({ status: 1, output: expect.stringMatching(/^This is Node 20\.1\.0\. .*npm scripts/) });
  expect(run('26.0.0')).toEqual({ status: 0, output: 'ran\n' });
});
