import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type FolderLock, lockFolder } from './folder-lock.ts';

let folder: string;
const locks: FolderLock[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'staycover-lock-'));
});

afterEach(() => {
  for (const lock of locks.splice(0)) lock.release();
  rmSync(folder, { recursive: true, force: true });
});

const lockIt = async (options = {}) => {
  const lock = await lockFolder(folder, options);
  locks.push(lock);
  return lock;
};

test('the second process gets the address of the first, also while that is still starting', async () => {
  const first = await lockIt();
  const second = lockFolder(folder);
  first.note('http://localhost:8080');
  await expect(second).rejects.toThrow(`A platform runs on ${folder} already, at http://localhost:8080.`);
});

test('the second process takes over when the first ends before it is ready', async () => {
  const first = await lockIt();
  const second = lockIt();
  first.release();
  await expect(second).resolves.toBeDefined();
});

test('a process without a known address continues without, and an interrupted one gives up', async () => {
  await lockIt();
  await expect(lockFolder(folder, { patienceMs: 0 })).rejects.toThrow(`A platform runs on ${folder} already. Stop`);
  await expect(lockFolder(folder, { signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow('aborted');
});

test('a folder that cannot be made is named, with what to do', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  await expect(lockFolder(join(file, 'data'))).rejects.toThrow(
    /file\/data cannot be written \(ENOTDIR: .*\)\. Choose another folder with DATA_DIR\.$/,
  );
});

test('a stale address of a killed platform is ignored', async () => {
  const first = await lockIt();
  first.note('http://localhost:8080');
  first.release();
  await lockIt();
  await expect(lockFolder(folder, { patienceMs: 0 })).rejects.toThrow('already. Stop');
});
