import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Policy, schemaExample } from '@staycover/api';
import { packLibrary, readmeExamples } from './library-package.ts';

jest.setTimeout(120_000);

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../../..');
const bin = (name: string): string => join(root, 'node_modules/.bin', name);

const program = `
import { dataOrThrow, type Resource, staycoverClient } from '@staycover/client';

declare const process: { env: Record<string, string> };
declare const console: { log(text: string): void };

const api = staycoverClient(process.env['GATEWAY_URL'] ?? '');
const policy: Resource<'Policy'> = await dataOrThrow(
  api.POST('/api/policy', { body: { organizationId: 'acme', ratePerNight: 4.25 } }),
);
const { error } = await api.GET('/api/policy/{id}', { params: { path: { id: 'none' } } });
// @ts-expect-error: there is no such path
await api.GET('/api/policies');
console.log(policy.policyReference + ' ' + error?.title);
`;

const options = { strict: true, module: 'nodenext', target: 'es2022', lib: ['es2022', 'dom'], types: [] };

let folder: string;
let server: Server;

/** An empty project with the package and its dependencies, as npm installs them, without any network. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'a project with the client '));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'plain', private: true, type: 'module' }));
  const tarballs = [await packLibrary('client', folder)];
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers']) {
    const source = join(root, 'node_modules', name);
    const { stdout } = await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder, source]);
    tarballs.push(join(folder, stdout.trim()));
  }
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...tarballs], { cwd: folder });
  await writeFile(join(folder, 'program.ts'), program);
  await writeFile(join(folder, 'readme.ts'), await readmeExamples('client'));
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['program.ts', 'readme.ts'] }),
  );
  await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], { cwd: folder });

  server = createServer((request, response) => {
    const isCreation = request.method === 'POST' && request.url === '/api/policy';
    response.writeHead(isCreation ? 201 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isCreation ? schemaExample(Policy) : { title: 'Not found' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(async () => {
  server?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const call = async (node: string): Promise<string> => {
  const { port } = server.address() as AddressInfo;
  const env = { ...process.env, GATEWAY_URL: `http://127.0.0.1:${port}` };
  const { stdout } = await run(node, ['program.js'], { cwd: folder, env });
  return stdout.trim();
};

// npm runs on the Node of the machine, which is 20 at least; this spec runs on the one that the project brings.
test.each([
  ['the Node of the platform', process.execPath],
  ['the Node of the machine', process.env['npm_node_execpath'] ?? process.execPath],
])('a plain project calls the platform on %s', async (_what, node) => {
  expect(await call(node)).toBe(`${schemaExample(Policy).policyReference} Not found`);
});

test('the package contains nothing of the workspace', async () => {
  const installed = join(folder, 'node_modules/@staycover/client');
  const { private: isPrivate, dependencies } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  expect(isPrivate).toBeUndefined();
  expect(Object.keys(dependencies)).toEqual(['openapi-fetch']);
  const files = await readdir(installed);
  expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'index.d.ts', 'index.js']));
  for (const name of files.filter((file) => /\.[jt]s$/.test(file))) {
    expect([name, await readFile(join(installed, name), 'utf8')]).toEqual([
      name,
      expect.not.stringMatching(/from '[^']*\.ts'/),
    ]);
  }
});

test('a bundle for browsers contains it, and no Node modules', async () => {
  await writeFile(join(folder, 'index.html'), '<script type="module" src="/program.ts"></script>');
  await run(process.execPath, [bin('vite'), 'build', '--logLevel', 'error'], { cwd: folder });
  const assets = join(folder, 'dist/assets');
  const [script] = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  const text = await readFile(join(assets, script!), 'utf8');
  expect(text).toContain('/api/policy');
  expect(text).not.toMatch(/node:|require\(/);
});
