import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';

/** A process that prints `begun`, with this expression as its start. */
const run = (start: string) =>
  spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { endAsFailed, runUntilStopped } from '${join(import.meta.dirname, 'run.ts')}';
       setInterval(() => undefined, 1_000);
       await runUntilStopped(() => 'settings', () => { setImmediate(() => console.log('begun')); return ${start}; });`,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );

const DRAINS = `Promise.resolve({ stop: async () => console.log('drained') })`;
const DRAINS_ONCE = `(() => {
  let drains = 0;
  return Promise.resolve({
    stop: async () => {
      if (++drains > 1) throw new Error('it drains already');
      process.kill(process.pid, 'SIGTERM');
      await new Promise((came) => {
        process.once('SIGINT', came);
        process.kill(process.pid, 'SIGINT');
      });
      console.log('drained');
    },
  });
})()`;
/** It runs before the signal is there. */
const ENDS_AS_FAILED = `Promise.resolve({ stop: async () => console.log('drained') }).finally(() => setImmediate(endAsFailed))`;
const FAILS_TO_DRAIN = `Promise.resolve({ stop: async () => { throw new Error('as the spec wants it'); } })`;

test.each([
  ['ends at once during its start, which it may never see the end of', 'new Promise(() => undefined)', 0, 'begun\n'],
  ['drains once it runs', DRAINS, 0, 'begun\ndrained\n'],
  ['drains once when other signals follow', DRAINS_ONCE, 0, 'begun\ndrained\n'],
  ['ends with 1 when it cannot drain', FAILS_TO_DRAIN, 1, 'begun\n'],
])('a process that gets a signal %s', async (_what, start, code, printed) => {
  const child = run(start);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (text.includes('begun')) child.kill('SIGTERM');
  });
  expect(await once(child, 'exit')).toEqual([code, null]);
  expect(output).toBe(printed);
});

test.each([
  ['after its drain', ENDS_AS_FAILED, 'begun\ndrained\n'],
  ['at once during its start', '(setImmediate(endAsFailed), new Promise(() => undefined))', 'begun\n'],
])('a process that ends by itself as one that failed ends with 1, %s', async (_when, start, printed) => {
  const child = run(start);
  const output = textOf(child.stdout);
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(await output).toBe(printed);
});

test('a process with wrong settings names them and ends with 78', async () => {
  const script = `import { runUntilStopped } from '${join(import.meta.dirname, 'run.ts')}';
    await runUntilStopped(() => { throw new Error('PORT: must be a number'); }, () => console.log('begun'));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  expect(await once(child, 'close')).toEqual([78, null]);
  expect(output).toContain('PORT: must be a number');
  expect(output).not.toContain('begun');
});
