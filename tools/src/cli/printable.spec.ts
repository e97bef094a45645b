import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { printable } from './printable.ts';

const root = resolve(import.meta.dirname, '../../..');

test.each([
  ['an order to clear the screen', '\u001b[2J', String.raw`\u001b[2J`],
  ['one in a single character', '\u009b2J', String.raw`\u009b2J`],
  ['a new title', '\u001b]0;root\u0007', String.raw`\u001b]0;root\u0007`],
  ['a line written over', 'refused\rtaken', String.raw`refused\u000dtaken`],
  ['a text from right to left', 'a\u202eb', String.raw`a\u202eb`],
])('%s is shown, not obeyed', (_what, text, shown) => {
  expect(printable(text)).toBe(shown);
});

test('lines, columns and other languages stay', () => {
  const text = 'one\n\ttwo: Größe, שלום, 👍';
  expect(printable(text)).toBe(text);
});

test('JSON is the same JSON', () => {
  const value = { source: 'a\u009bb\u202ec\u007f"' };
  expect(JSON.parse(printable(JSON.stringify(value)))).toEqual(value);
});

test("an operator's command shows what others wrote, and an error what was asked for", () => {
  const folder = mkdtempSync(join(tmpdir(), 'printable-'));
  const file = join(folder, 'keys.json');
  const key = { id: '0123456789ab', name: 'a\u001b[2Jb', hash: '0'.repeat(64), organizations: 'acme', roles: ['read'] };
  writeFileSync(
    file,
    JSON.stringify([{ ...key, createdAt: '2026-11-20T09:30:00Z', expiresAt: null, revokedAt: null }]),
  );
  const ops = (...args: string[]) =>
    spawnSync(process.execPath, ['--import', './tools/preflight.mjs', 'tools/src/ops.ts', ...args], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, API_KEYS_FILE: file },
    });
  expect(ops('api-keys', 'list').stdout).toContain(String.raw`a\u001b[2Jb`);
  expect(ops('api-keys', 'revoke', 'c\u001b[2Jd').stderr).toContain(String.raw`no API key c\u001b[2Jd in`);
  rmSync(folder, { recursive: true });
});
