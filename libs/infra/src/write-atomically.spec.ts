import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { writeAtomically } from './write-atomically.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'staycover-atomic-'));
});

afterEach(() => rm(folder, { recursive: true }));

const parts = (name: string) => async (unfinished: string) => {
  await mkdir(unfinished);
  await writeFile(join(unfinished, 'made-by'), name);
};

test('a folder is not there before it is complete', async () => {
  const path = join(folder, 'a/b');
  await writeAtomically(path, async (unfinished) => {
    await parts('first')(unfinished);
    expect(existsSync(path)).toBe(false);
  });
  expect(await readdir(path)).toEqual(['made-by']);
});

test('of two that make a folder at once one stays, and nothing else', async () => {
  const path = join(folder, 'b');
  await Promise.all(['first', 'second'].map((name) => writeAtomically(path, parts(name))));
  expect(await readFile(join(path, 'made-by'), 'utf8')).toMatch(/^(first|second)$/);
  expect(await readdir(folder)).toEqual(['b']);
});

test('what fails leaves nothing, and gives its reason', async () => {
  const failing = writeAtomically(join(folder, 'b'), async (unfinished) => {
    await parts('first')(unfinished);
    throw new Error('the disk is full');
  });
  await expect(failing).rejects.toThrow('the disk is full');
  expect(await readdir(folder)).toEqual([]);
});

test('a file that is there is replaced', async () => {
  const path = join(folder, 'program');
  for (const text of ['old', 'new']) await writeAtomically(path, (unfinished) => writeFile(unfinished, text));
  expect(await readFile(path, 'utf8')).toBe('new');
});
