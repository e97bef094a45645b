import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { bundleLibraries, registerLibraries } from './bundle.ts';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../../..');

/** What a process prints that has loaded `register` first. */
const print = async (register: string, source: string): Promise<unknown> => {
  const args = ['--import', register, '--input-type=module', '-e', source];
  return JSON.parse((await run(process.execPath, args, { cwd: ROOT })).stdout);
};

test('libraries of a bundle have every name that they have in Node', async () => {
  const { folder, specifiers } = await bundleLibraries();
  const lost = `
    import { pathToFileURL } from 'node:url';
    const lost = [];
    for (const name of ${JSON.stringify(specifiers)}) {
      const bundled = await import(pathToFileURL(${JSON.stringify(folder)} + '/' + name + '.mjs').href);
      const installed = await import(import.meta.resolve(name));
      for (const each of Object.keys(installed)) {
        if (each !== 'module.exports' && typeof bundled[each] !== typeof installed[each]) lost.push(name + ' ' + each);
      }
    }
    console.log(JSON.stringify(lost));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', lost], { cwd: ROOT });
  expect(JSON.parse(stdout)).toEqual([]);
});

test('a process that loads it first uses its libraries, and every other as it is installed', async () => {
  const { folder, register } = await bundleLibraries();
  const resolved = await print(
    register,
    `console.log(JSON.stringify(['zod', '@mikro-orm/core', 'yaml'].map((name) => import.meta.resolve(name))));`,
  );
  expect(resolved).toEqual([
    pathToFileURL(`${folder}/zod.mjs`).href,
    pathToFileURL(`${folder}/@mikro-orm/core.mjs`).href,
    expect.stringContaining('/node_modules/yaml/'),
  ]);
});

test('a process that loads it first finds the files of ours beside each other', async () => {
  const { register } = await bundleLibraries();
  const kernel = pathToFileURL(`${ROOT}/libs/kernel/src/dates.ts`).href;
  const found = await print(
    register,
    `import { isBefore } from '${kernel}';
     const day = Temporal.PlainDate.from('2026-11-20');
     console.log(isBefore(day, day.add({ days: 1 })));`,
  );
  expect(found).toBe(true);
});

test('a start goes on without a bundle that cannot be made, with a line about it', async () => {
  const lines: string[] = [];
  const failing = () => Promise.reject(new Error('EROFS: read-only file system'));
  expect(await registerLibraries((line) => void lines.push(line), failing)).toBeUndefined();
  expect(lines).toEqual([expect.stringContaining('EROFS: read-only file system')]);
});
