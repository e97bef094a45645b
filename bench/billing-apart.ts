import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase, createTestNats, httpClient } from '@staycover/testing';
import pg from 'pg';
import { manifest } from '../services/billing/src/compose.ts';
import { startPolicyService } from '../services/billing/src/testing/policy-service.ts';

export type BillingApart = Awaited<ReturnType<typeof startBillingApart>>;

const MIB = 1024 ** 2;

/** The billing service in a process of its own, so that its memory is its own; the stand-in for policies is in this one. */
export const startBillingApart = async () => {
  const database = await createTestDatabase();
  const nats = await createTestNats(manifest.consumes.map((event) => ({ service: manifest.name, event })));
  const policies = await startPolicyService(nats);
  const child = fork(join(import.meta.dirname, 'billing-process.ts'), {
    execArgv: ['--expose-gc'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      LOG_LEVEL: 'fatal',
      PORT: '0',
      DUNNING: 'off',
      DATABASE_URL: database.urlFor(manifest.name),
      NATS_URL: nats.url,
      NATS_USER: nats.user,
      NATS_PASSWORD: nats.password,
    },
  });
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  const admin = new pg.Client({
    connectionString: database.adminUrl,
    options: `-c search_path=${manifest.name},public`,
  });
  await admin.connect();
  return {
    // Answers are not checked against the OpenAPI document, which takes longer than to make them.
    http: httpClient(url, { documented: false }),
    policies,
    sql: async <Row = Record<string, unknown>>(text: string, params: unknown[] = []): Promise<Row[]> =>
      (await admin.query(text, params)).rows,
    rest: () => rest(child),
    watch: () => watch(child),
    async stop() {
      child.disconnect();
      child.kill();
      await once(child, 'exit');
      await policies.stop();
      await admin.end();
      await database.drop();
    },
  };
};

/** MiB that are still in use when everything that can be freed is, and those that the process has then. */
const rest = async (child: ChildProcess): Promise<{ inUse: number; resident: number }> => {
  child.send('rest');
  const [{ heapUsed, external, rss }] = (await once(child, 'message')) as [NodeJS.MemoryUsage];
  return { inUse: Math.round((heapUsed + external) / MIB), resident: Math.round(rss / MIB) };
};

/** Looks every 5 ms at how much memory the process has; works on Linux. */
const watch = ({ pid }: ChildProcess) => {
  let most = 0;
  const look = (): void => {
    try {
      most = Math.max(
        most,
        Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024,
      );
    } catch {
      clearInterval(timer);
    }
  };
  const timer = setInterval(look, 5);
  look();
  return { peak: () => Math.round(most), stop: () => clearInterval(timer) };
};
