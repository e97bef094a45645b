import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const module = join(import.meta.dirname, 'end-on-signal.ts');
const PROGRAM = `
  const { endOnSignal } = await import(${JSON.stringify(module)});
  endOnSignal();
  setInterval(() => undefined, 1_000);
  console.log('listening');
`;

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('a program listens for %s, and ends with it', async (signal, code) => {
  const program = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(program.stdout, 'data');
  program.kill(signal);
  expect(await once(program, 'exit')).toEqual([code, null]);
});
