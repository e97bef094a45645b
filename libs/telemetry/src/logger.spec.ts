import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '@staycover/testing';
import { createLogger, type Logger } from './logger.ts';

let folder: string;
let file: string;
let logger: Logger;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'logger-'));
  file = join(folder, 'service.log');
  logger = createLogger('policy', { file, redact: ['signatoryEmail'] });
});

afterEach(() => rm(folder, { recursive: true }));

const lines = async () => (await readFile(file, 'utf8')).split('\n').filter(Boolean);

/** Lines below the error level are written a moment later. */
const lastLine = async () => {
  await eventually('a line is written', async () => (await lines()).length > 0);
  return JSON.parse((await lines()).at(-1)!);
};

describe('a log line', () => {
  test('is JSON with the time, the service and what happened', async () => {
    logger.info({ status: 200 }, 'request');
    expect(await lastLine()).toEqual({
      level: 30,
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      service: 'policy',
      status: 200,
      msg: 'request',
    });
  });

  test('has nothing that is marked as personal or secret, wherever it stands', async () => {
    const deal = { signatoryEmail: 'dana@acme.example', id: 'D-1', headers: [{ authorization: 'Bearer x' }] };
    logger.info({ signatoryEmail: 'dana@acme.example', deal }, 'deal');
    expect(await lastLine()).toMatchObject({
      signatoryEmail: '[redacted]',
      deal: { signatoryEmail: '[redacted]', id: 'D-1' },
    });
    expect(await readFile(file, 'utf8')).not.toMatch(/dana|Bearer/);
  });

  test('of an error contains the error and its place, not the values', async () => {
    const cause = Object.assign(new Error('duplicate key value violates unique constraint "contract_key"'), {
      code: '23505',
      constraint: 'contract_key',
      detail: 'Key (email)=(dana@acme.example) already exists.',
    });
    const error = new TypeError(`"dana@acme.example" is not valid JSON`, { cause });
    logger.error({ err: error }, 'failed');
    // Whoever is woken up by it finds it at once.
    expect(JSON.parse((await lines()).at(-1)!).err).toMatchObject({
      type: 'TypeError',
      message: '"…" is not valid JSON',
      stack: expect.stringContaining('logger.spec.ts'),
      cause: { code: '23505', constraint: 'contract_key' },
    });
    expect(await readFile(file, 'utf8')).not.toContain('dana');
  });

  test('of what just happened is there when the process ends', async () => {
    const script = `import { createLogger } from '${join(import.meta.dirname, 'logger.ts')}';
      createLogger('policy', { file: '${file}' }).info('the last');
      process.exit(3);`;
    const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', script]);
    expect([status, (await lastLine()).msg]).toEqual([3, 'the last']);
  });

  test('that nothing can take is lost, and holds up nothing', () => {
    const full = createLogger('policy', { file: '/dev/full' });
    expect(() => {
      full.error('no space is left');
      full.error('the next');
    }).not.toThrow();
  });

  test('without a reader does not keep the process from its end', () => {
    const script = `import { createLogger } from '${join(import.meta.dirname, 'logger.ts')}';
      const logger = createLogger('policy');
      process.on('exit', () => logger.info('the last'));
      setTimeout(() => logger.error('nothing reads this'), 100);`;
    const ran = spawnSync('sh', ['-c', `"$0" --input-type=module -e "$1" | true`, process.execPath, script], {
      timeout: 10_000,
    });
    expect([ran.status, ran.error]).toEqual([0, undefined]);
  });
});
