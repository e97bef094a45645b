import { execFile } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { billingEvents } from '@staycover/events';
import { packLibrary, readmeExamples } from './library-package.ts';

jest.setTimeout(120_000);

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../../..');

const program = `
import { type EventOf, type StaycoverEvent, verifyWebhook, WebhookVerificationError } from '@staycover/events';

declare const process: { env: Record<string, string> };
declare const console: { log(text: string): void };

const { SECRET = '', BODY = '', HEADERS = '' } = process.env;
const headers = JSON.parse(HEADERS) as Record<string, string>;
const event = await verifyWebhook<StaycoverEvent>(SECRET, headers, BODY);
if (event.type === 'insurance.billing.invoice-sent.v1') {
  const sent: EventOf<'insurance.billing.invoice-sent.v1'> = event;
  const total: number = sent.data.invoice.total;
  console.log(sent.data.invoice.invoiceReference + ' ' + total);
  // @ts-expect-error: an invoice has no claim
  console.log(String(sent.data.claim));
}
// @ts-expect-error: there is no such event
const wrong: EventOf<'insurance.billing.nothing.v1'> | undefined = undefined;
const refused = await verifyWebhook(SECRET, new Headers(headers), BODY + ' ').catch((error: unknown) => error);
console.log(String(refused instanceof WebhookVerificationError) + String(wrong));
`;

const options = { strict: true, module: 'nodenext', target: 'es2022', lib: ['es2022', 'dom'], types: [] };

let folder: string;

/** An empty project that has the package, as npm installs it, without any network. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'a project with events '));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'plain', private: true, type: 'module' }));
  const tarball = await packLibrary('events', folder);
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder });
  await writeFile(join(folder, 'program.ts'), program);
  await writeFile(join(folder, 'readme.ts'), await readmeExamples('events'));
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['program.ts', 'readme.ts'] }),
  );
  await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], { cwd: folder });
});

afterAll(async () => {
  if (folder) await rm(folder, { recursive: true, force: true });
});

const event = billingEvents.invoiceSent.example;
const invoice = event.data.invoice;

/** A request as the platform signs it. */
const signed = () => {
  const key = randomBytes(32);
  const body = JSON.stringify(event);
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', key).update(`${event.id}.${timestamp}.${body}`).digest('base64');
  const headers = { 'webhook-id': event.id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
  return { SECRET: `whsec_${key.toString('base64')}`, BODY: body, HEADERS: JSON.stringify(headers) };
};

// npm runs on the Node of the machine, which is 20 at least; this spec runs on the one that the project brings.
test.each([
  ['the Node of the platform', process.execPath],
  ['the Node of the machine', process.env['npm_node_execpath'] ?? process.execPath],
])('a plain project verifies a webhook and reads its event on %s', async (_what, node) => {
  const { stdout } = await run(node, ['program.js'], { cwd: folder, env: { ...process.env, ...signed() } });
  expect(stdout).toBe(`${invoice.invoiceReference} ${invoice.total}\nundefined\ntrueundefined\n`);
});

test('the package stands alone', async () => {
  const installed = join(folder, 'node_modules/@staycover/events');
  const { private: isPrivate, dependencies } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  expect([isPrivate, dependencies]).toEqual([undefined, undefined]);
  const files = await readdir(installed);
  expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'published.d.ts', 'published.js']));
  for (const name of files.filter((file) => /\.[jt]s$/.test(file))) {
    const text = await readFile(join(installed, name), 'utf8');
    expect([name, text]).toEqual([name, expect.not.stringMatching(/from '([^.]|[^']*\.ts')/)]);
  }
});

test('a bundle for browsers contains it, and no Node modules', async () => {
  await writeFile(join(folder, 'index.html'), '<script type="module" src="/program.ts"></script>');
  const vite = join(root, 'node_modules/.bin/vite');
  await run(process.execPath, [vite, 'build', '--logLevel', 'error'], { cwd: folder });
  const assets = join(folder, 'dist/assets');
  const [script] = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  const text = await readFile(join(assets, script!), 'utf8');
  expect(text).toContain('webhook-signature');
  expect(text).not.toMatch(/node:|require\(/);
});
