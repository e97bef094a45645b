import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { natsSystems } from './nats-systems.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nats-systems-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  ['[{', 'is no JSON: '],
  ['[{ "name": "acme-crm", "organizations": [] }]', 'declares no proper systems:'],
])('declarations such as %s are refused with the name of their file', (text, why) => {
  const file = join(folder, 'systems.json');
  writeFileSync(file, text);
  expect(() => natsSystems(file)).toThrow(`${file} ${why}`);
});
