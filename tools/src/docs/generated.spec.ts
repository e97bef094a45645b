import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { generatedFiles } from './generated.ts';

test('generated files match the code: `npm run docs:write` updates them', async () => {
  const files = Object.entries(await generatedFiles());
  const stale = files.filter(([file, text]) => readFileSync(file, 'utf8') !== text).map(([file]) => file);
  expect(stale.map((file) => relative(resolve(import.meta.dirname, '../../..'), file))).toEqual([]);
});
