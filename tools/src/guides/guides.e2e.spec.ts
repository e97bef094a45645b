import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { startTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { readGuide } from './guide.ts';

jest.setTimeout(180_000);

const run = promisify(execFile);
// Inside the checkout, so that the programs find its packages.
const folder = resolve(import.meta.dirname, `../../../.cache/guides-${process.pid}`);
const CRM_SECRET = `whsec_${randomBytes(24).toString('base64')}`;

let platform: TestPlatform;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  platform = await startTestPlatform({ env: { CRM_WEBHOOK_SECRETS: CRM_SECRET } });
  env = { ...process.env, GATEWAY_URL: platform.gatewayUrl, NATS_URL: platform.natsUrl, CRM_SECRET };
});

afterAll(async () => {
  await platform?.stop();
  await rm(folder, { recursive: true, force: true });
});

const isInstalled = (program: string): boolean => spawnSync('which', [program]).status === 0;

const names = ['api', 'crm', 'money', 'nats', 'webhooks'];

test('the guides have no type errors', async () => {
  const config = { extends: '../../tsconfig.base.json', include: ['*.ts'] };
  await writeFile(resolve(folder, 'tsconfig.json'), JSON.stringify(config));
  await Promise.all(names.map((name) => writeFile(resolve(folder, `${name}.ts`), readGuide(name).program)));
  const tsc = resolve(folder, '../../node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [tsc, '--noEmit', '-p', folder]).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toBe('');
});

describe.each(names)('the guide %s', (name) => {
  const guide = readGuide(name);

  test('is a program that runs', async () => {
    const file = resolve(folder, `${name}.ts`);
    await writeFile(file, guide.program);
    await expect(run(process.execPath, [file], { env, timeout: 60_000 })).resolves.toMatchObject({ stderr: '' });
  });

  guide.commands.forEach(({ text, needs }, i) => {
    const onlyWithProgram = needs === undefined || isInstalled(needs) ? test : test.skip;
    onlyWithProgram(`has commands that run: ${i + 1}`, async () => {
      const done = run('bash', ['-euo', 'pipefail', '-c', text], { env, cwd: folder, timeout: 30_000 });
      await expect(done).resolves.toHaveProperty('stdout');
    });
  });
});
