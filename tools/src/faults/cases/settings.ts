import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@staycover/testing';
import { expectThat, type Fault, flows } from '../fault.ts';

const exhausted: Fault = {
  id: '16-pool',
  what: '500 requests at once for a pool of 5 connections, on a database that is 100 ms away',
  env: { DATABASE_POOL: '5' },
  async run(stage, load) {
    stage.ways.postgres.delayAnswers(100);
    const url = `${stage.urlFor('policy')}/api/policy?organizationId=${load.organizationId}&limit=1`;
    const ask = async () => {
      const started = performance.now();
      const { status, headers } = await fetch(url);
      return { status, ms: performance.now() - started, retryAfter: headers.get('retry-after') };
    };
    const asked = Promise.all(Array.from({ length: 500 }, ask));
    await eventually(
      'the metric says that requests wait',
      async () => (await stage.metric('policy', 'db_pool_waiting')) > 0,
    );
    const answers = await asked;
    const refused = answers.filter(({ status }) => status === 503);
    const slowest = Math.max(...refused.map(({ ms }) => ms));
    expectThat(
      'nothing but 200 and 503 comes',
      answers.every(({ status }) => status === 200 || status === 503),
    );
    expectThat(
      'some are refused, with Retry-After',
      refused.length > 0 && refused.every(({ retryAfter }) => retryAfter !== null),
    );
    expectThat(`refusals come within 3 s (${(slowest / 1_000).toFixed(2)} s)`, slowest < 3_000);
    stage.ways.postgres.delayAnswers(0);
    expectThat('afterwards all is well', (await fetch(url)).status === 200);
    return `${500 - refused.length} answered, ${refused.length} refused, the last after ${(slowest / 1_000).toFixed(2)} s`;
  },
};

const SHIM = join(import.meta.dirname, '../skewed-clock.ts');

const skewed: Fault = {
  id: '20-clock',
  what: 'the clock of the renewal service ten minutes ahead, that of billing ten behind',
  env: { NODE_OPTIONS: `--import ${new URL(`file://${SHIM}`).href}`, SKEWED_CLOCKS: 'renewal=600000,billing=-600000' },
  async run(stage, load, scale) {
    const ahead = Number(await stage.metric('renewal', 'process_start_time_seconds')) - Date.now() / 1_000;
    expectThat('the clock is ahead', ahead > 300);
    await flows(load, scale(600, 100));
    await stage.kill('renewal');
    await delay(1_000);
    await flows(load, 50);
    return 'leases, schedules and retries go by the clock of the database';
  },
};

export const settingFaults = [exhausted, skewed];
