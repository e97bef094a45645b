import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const root = resolve(import.meta.dirname, '../../..');
const { scripts } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** The commands that run programs of ours; the arguments of the others go to npm packages. */
const programs = Object.entries(scripts).flatMap(([name, script]) => {
  const [, file] = script.match(/^(?:exec )?node .*?([\w/-]+\.ts)$/) ?? [];
  return file ? [{ name, file }] : [];
});

describe('every command', () => {
  test('is found', () => {
    expect(programs.length).toBeGreaterThan(18);
  });

  test.each(programs.filter(({ name }) => name !== 'ops'))('$name answers --help and refuses unknown flags', (each) => {
    const source = readFileSync(resolve(root, each.file), 'utf8');
    expect(source).toMatch(/flagsOrExit\(/);
    expect(source).toContain(`name: '${['start', 'test'].includes(each.name) ? '' : 'run '}${each.name}'`);
  });
});

const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/src/pack-client.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

test('help goes to the output, a refusal with its reason to the errors', () => {
  const usage = /^npm run pack:client -- \[folder\] \[flags\]: packs @staycover\/client/;
  expect(run('--help')).toEqual({ status: 0, stdout: expect.stringMatching(usage), stderr: '' });
  const reason = expect.stringMatching(/^Unknown option '--nonsense'\.\n\nnpm run pack:client/);
  expect(run('--nonsense')).toEqual({ status: 2, stdout: '', stderr: reason });
});
