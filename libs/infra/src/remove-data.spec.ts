import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { finishRemoval, markForRemoval, removeMarked } from './folders.ts';
import { POSTGRES } from './postgres.ts';
import { removeData } from './remove-data.ts';

let dataDir: string;
const say = () => undefined;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'staycover-remove-'));
  for (const name of ['postgres/owner.pid', 'postgres/data/PG_VERSION', 'nats/owner.pid', 'nats/jetstream/x']) {
    mkdirSync(dirname(join(dataDir, name)), { recursive: true });
    writeFileSync(join(dataDir, name), '');
  }
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** A removal that is cut off before or after what it removes. */
const interrupted = async (folder: string, after: boolean): Promise<void> => {
  expect(await markForRemoval(folder, POSTGRES, say)).toBe('marked');
  const cutOff = async (path: string): Promise<void> => {
    if (after) rmSync(path, { recursive: true });
    throw new Error('interrupted');
  };
  await expect(removeMarked(folder, cutOff as never)).rejects.toThrow('interrupted');
};

test.each([true, false])(
  'an interrupted removal is finished by the next (something was removed: %s)',
  async (after) => {
    const folder = join(dataDir, 'postgres');
    await interrupted(folder, after);
    expect(readdirSync(folder)).toContain('owner.pid');
    expect(await removeData([dataDir], say)).toEqual({ removed: [folder, join(dataDir, 'nats')], stays: [] });
    expect(existsSync(folder)).toBe(false);
  },
);

test('or by the server that starts there, which leaves what is not being removed', async () => {
  const [folder, other] = [join(dataDir, 'postgres'), join(dataDir, 'nats')];
  await interrupted(folder, false);
  for (const each of [folder, other]) await finishRemoval(each, POSTGRES, say);
  expect([readdirSync(folder), existsSync(join(other, 'jetstream/x'))]).toEqual([[], true]);
});

test('none is removed before all are marked: no server begins with its data where that of another is gone', async () => {
  const marks: string[] = [];
  await removeData([dataDir], () => {
    const file = join(dataDir, 'nats/owner.pid');
    if (existsSync(file)) marks.push(readFileSync(file, 'utf8'));
  });
  expect(marks).toEqual(['being removed']);
});
