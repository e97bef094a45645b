import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  assertKeptHere,
  chooseFolder,
  folderIn,
  forgetFolder,
  noteFolder,
  postgresFolders,
} from './postgres-folder.ts';

let world: string;
let shared: string;
let dataDir: string;
let isReachable: boolean;

beforeEach(() => {
  world = mkdtempSync(join(tmpdir(), 'staycover-folders-'));
  shared = join(world, 'shared');
  dataDir = join(world, 'd1');
  isReachable = false;
});

afterEach(() => rmSync(world, { recursive: true, force: true }));

const choose = (of = dataDir) => {
  mkdirSync(folderIn(of), { recursive: true });
  return chooseFolder(folderIn(of), async () => isReachable, shared);
};
/** As a start does: chooses a folder, makes a database there, and notes where; an earlier release noted nothing. */
const start = async ({ of = dataDir, notes = true } = {}): Promise<string> => {
  const folder = await choose(of);
  mkdirSync(join(folder, 'data'), { recursive: true });
  if (notes) await noteFolder(of, folder);
  return folder;
};

test('an empty one begins in the data directory, or where it can be reached', async () => {
  const elsewhere = await choose();
  expect(elsewhere.startsWith(shared)).toBe(true);
  expect(existsSync(folderIn(dataDir))).toBe(false);
  isReachable = true;
  expect(await choose()).toBe(folderIn(dataDir));
});

test.each([
  ['this release', true],
  ['an earlier release', false],
])('data elsewhere, of %s, is found when the data directory can be reached later', async (_which, notes) => {
  const folder = await start({ notes });
  isReachable = true;
  expect(await start()).toBe(folder);
});

test('data elsewhere is found after moves of the data directory, and belongs to it', async () => {
  const folder = await start();
  for (const to of ['d2', 'd3']) {
    renameSync(dataDir, join(world, to));
    dataDir = join(world, to);
    expect(await start()).toBe(folder);
  }
  expect(postgresFolders(dataDir, shared)).toContain(folder);
});

test('data in the data directory that cannot be reached any more is a reason not to start', async () => {
  isReachable = true;
  await start();
  isReachable = false;
  await expect(choose()).rejects.toThrow(`The database of this DATA_DIR is in ${folderIn(dataDir)}, which`);
});

test('data that is gone from where it was is a reason not to start, until that is forgotten', async () => {
  const folder = await start();
  rmSync(folder, { recursive: true });
  await expect(choose()).rejects.toThrow(`The database of ${dataDir} was in ${folder}, and is not there any more`);
  expect([await forgetFolder(dataDir, shared), await forgetFolder(dataDir, shared)]).toEqual([true, false]);
  expect(await start()).toBe(folder);
});

test('a copy does not use the data of the other, nor is that its own to remove', async () => {
  const folder = await start();
  const copy = join(world, 'copy');
  cpSync(dataDir, copy, { recursive: true });
  await expect(choose(copy)).rejects.toThrow(`is that of ${dataDir}`);
  expect(postgresFolders(copy, shared)).not.toContain(folder);
  await forgetFolder(copy, shared);
  expect(await start({ of: copy })).not.toBe(folder);
});

test('a user who is not root does not begin an empty one beside what root keeps elsewhere', async () => {
  const folder = await start();
  expect(() => assertKeptHere(dataDir, shared)).toThrow(`is in ${folder}, where root keeps it`);
  expect(() => assertKeptHere(join(world, 'd2'), shared)).not.toThrow();
});
