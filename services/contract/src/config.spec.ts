import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readConfig } from './config.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mapping-'));
});
afterAll(() => rm(folder, { recursive: true }));

test.each([
  ['is missing', undefined, 'ENOENT'],
  ['is no JSON', '{ hubspot', 'JSON'],
  ['maps nothing', '{}', 'hubspot'],
])('a mapping that %s is refused by the name of its setting', async (_what, text, reason) => {
  const file = join(folder, `${reason}.json`);
  if (text !== undefined) await writeFile(file, text);
  const environment = { DATABASE_URL: 'postgresql://contract@localhost/staycover', CRM_MAPPING_FILE: file };
  expect(() => readConfig(environment)).toThrow(new RegExp(`CRM_MAPPING_FILE: .* cannot be used: .*${reason}`, 's'));
});
