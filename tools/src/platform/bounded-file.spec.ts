import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@staycover/testing';
import { openBoundedFile } from './bounded-file.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bounded-'));
  file = join(folder, 'some', 'platform.log');
});

afterEach(() => rm(folder, { recursive: true }));

const fail = (error: Error): never => {
  throw error;
};
const text = (name: string) => readFile(name, 'utf8').catch(() => '');
const holds = (older: string, newer: string) =>
  eventually('the files', async () => (await text(`${file}.1`)) === older && (await text(file)) === newer);

test('a file is kept with the one before, and no more', async () => {
  const { write } = openBoundedFile(file, fail, 10);
  write('1 short\n');
  write('2 short\n');
  await holds('', '1 short\n2 short\n');
  write('3 a longer line\n');
  await holds('1 short\n2 short\n', '3 a longer line\n');
  write('4\n');
  await holds('3 a longer line\n', '4\n');
  expect(await readdir(dirname(file))).toEqual(['platform.log', 'platform.log.1']);
});

test('a file goes on where it was left', async () => {
  openBoundedFile(file, fail, 10).write('1 short\n');
  await holds('', '1 short\n');
  const { write } = openBoundedFile(file, fail, 10);
  write('2 short\n');
  await holds('', '1 short\n2 short\n');
  write('3\n');
  await holds('1 short\n2 short\n', '3\n');
  expect(await text(file)).toBe('3\n');
});

test('what cannot be put aside goes on, and is reported', async () => {
  const errors: Error[] = [];
  const { write } = openBoundedFile(file, (error) => errors.push(error), 4);
  write('1 short\n');
  await holds('', '1 short\n');
  await rm(join(folder, 'some'), { recursive: true });
  await writeFile(join(folder, 'some'), 'no folder');
  write('2\n');
  expect(errors).toHaveLength(1);
});
