import { mkdtempSync, rmSync } from 'node:fs';
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

test('whoever comes second learns where the first answers, also when it is still starting', async () => {
  const first = await lockIt();
  const second = lockFolder(folder);
  first.note('http://localhost:8080');
  await expect(second).rejects.toThrow(`A platform runs on ${folder} already, at http://localhost:8080.`);
});

test('whoever comes second takes over when the first ends before it answered', async () => {
  const first = await lockIt();
  const second = lockIt();
  first.release();
  await expect(second).resolves.toBeDefined();
});

test('one that is not told an address does without, and one that is interrupted gives up', async () => {
  await lockIt();
  await expect(lockFolder(folder, { patienceMs: 0 })).rejects.toThrow(`A platform runs on ${folder} already. Stop`);
  await expect(lockFolder(folder, { signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow('aborted');
});

test('an address that a killed platform left behind is not believed', async () => {
  const first = await lockIt();
  first.note('http://localhost:8080');
  first.release();
  await lockIt();
  await expect(lockFolder(folder, { patienceMs: 0 })).rejects.toThrow('already. Stop');
});
