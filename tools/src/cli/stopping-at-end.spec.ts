import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const program = JSON.stringify(join(import.meta.dirname, 'stopping-at-end.ts'));

/** Runs `work`, an async function of `keep`, as a program that gets two signals once it prints `ready`. */
const run = async (work: string) => {
  const source = `import { stoppingAtEnd } from ${program};
    const thing = (name) => ({ stop: async () => { await null; console.log(name + ' stopped'); } });
    setInterval(() => undefined, 1_000);
    process.exit(await stoppingAtEnd(${work}));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
    if (String(chunk).includes('ready')) for (let i = 0; i < 2; i++) child.kill('SIGINT');
  });
  const code = await new Promise((done) => child.once('close', done));
  return { code, lines: output.trim().split('\n'), errors };
};

test('at the end of the work everything is stopped, the newest first', async () => {
  const { code, lines } = await run(`async (keep) => {
    await keep(async () => thing('first'));
    await keep(async () => thing('second'));
    return 3;
  }`);
  expect({ code, lines }).toEqual({ code: 3, lines: ['second stopped', 'first stopped'] });
});

test('when the work fails, everything is stopped all the same, and the error is shown', async () => {
  const { code, lines, errors } = await run(`async (keep) => {
    await keep(async () => thing('first'));
    throw new Error('It went wrong.');
  }`);
  expect({ code, lines }).toEqual({ code: 1, lines: ['first stopped'] });
  expect(errors).toContain('It went wrong.');
});

test('a signal stops everything before it ends the program, and nothing is started then', async () => {
  const { code, lines, errors } = await run(`async (keep) => {
    await keep(async () => thing('first'));
    const late = Promise.withResolvers();
    process.once('SIGINT', () => {
      late.resolve(thing('one that was starting'));
      Promise.reject(new Error('no server'));
    });
    console.log('ready');
    await keep(() => late.promise).catch(() => undefined);
    console.log('more');
    await keep(async () => console.log('started'));
  }`);
  expect({ code, lines }).toEqual({
    code: 130,
    lines: ['ready', 'more', 'one that was starting stopped', 'first stopped'],
  });
  expect(errors).toBe('\nSIGINT: stopping what was started …\n');
});
