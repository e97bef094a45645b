import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';

const module = join(import.meta.dirname, 'end-program.ts');
const LINES = 20_000;
const PROGRAM = `
  const { endProgram } = await import(${JSON.stringify(module)});
  process.stdout.on('error', () => undefined);
  for (let line = 0; line < ${LINES}; line++) console.log('a line of some sixty characters, which a pipe has no place for', line);
  console.error('ends');
  await endProgram(3);
`;

const start = () =>
  spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], { stdio: ['ignore', 'pipe', 'pipe'] });

test('a program that ends leaves nothing unwritten, however late its reader is', async () => {
  const program = start();
  const ended = once(program, 'exit');
  await once(program.stderr, 'data');
  const lines = (await text(program.stdout)).trimEnd().split('\n');
  expect(lines).toHaveLength(LINES);
  expect(await ended).toEqual([3, null]);
});

test('a program ends although its reader is gone', async () => {
  const program = start();
  program.stdout.destroy();
  expect(await once(program, 'exit')).toEqual([3, null]);
});
