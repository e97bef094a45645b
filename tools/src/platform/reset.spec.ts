import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { resetData } from './reset.ts';

let folder: string;
let lines: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'staycover-reset-'));
  lines = [];
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (...names: string[]): void => {
  for (const name of names) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), 'kept');
  }
};
const reset = () => resetData(folder, (line) => void lines.push(line));

test('what a platform kept is removed, also of a sandbox and a cluster', async () => {
  put(
    'platform.json',
    'api-keys.json',
    'logs/platform.log',
    'logs/platform.log.1',
    'postgres/owner.pid',
    'postgres/data/PG_VERSION',
  );
  put('nats/owner.pid', 'nats/passwords.json', 'sandbox/nats/owner.pid', 'cluster/nats/passwords.json');
  put('cluster/nats-cluster/nats-1/nats/owner.pid');
  expect(await reset()).toBe('The next npm start begins empty.');
  const [postgres, nats, cluster] = ['postgres', 'nats', 'cluster/nats'].map((name) => join(folder, name));
  expect(lines).toEqual(expect.arrayContaining([`Removed ${postgres}`, `Removed ${nats}`, `Removed ${cluster}`]));
  expect(
    ['postgres', 'nats', 'logs', 'api-keys.json', 'sandbox', 'cluster'].filter((name) =>
      existsSync(join(folder, name)),
    ),
  ).toEqual([]);
});

test.each([
  ['nothing', [], 'There is no data of npm start in'],
  ['its log', ['logs/platform.log'], 'The next npm start begins empty.'],
  ['what others put there', ['notes.txt'], 'There is no data of npm start in'],
  [
    'a database that is not known to be ours',
    ['postgres/data/PG_VERSION', 'nats/owner.pid'],
    'The next npm start uses',
  ],
])('what the next start finds is known: in a folder with %s', async (_what, names, sentence) => {
  put(...names);
  expect(await reset()).toContain(sentence);
});

test('in a folder of something else, what did not come from a platform stays', async () => {
  const others = ['postgres/init.sql', 'nats/nats.conf', 'logs/web.log', 'notes.txt'];
  put(...others, 'logs/platform.log');
  await reset();
  for (const name of others) expect(readFileSync(join(folder, name), 'utf8')).toBe('kept');
  expect(existsSync(join(folder, 'logs/platform.log'))).toBe(false);
  expect(lines).toEqual(['postgres', 'nats'].map((name) => expect.stringContaining(`${join(folder, name)} stays`)));
});
