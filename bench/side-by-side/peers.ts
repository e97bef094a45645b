import { join, resolve } from 'node:path';
import { findNats, findPostgres, freePort, type Server } from '@staycover/infra';
import pg from 'pg';
import { readProcessorTimes, total } from '../processor-time.ts';
import { installPeer } from './install-peer.ts';
import { type Running, startNode } from './running.ts';

const LIMIT = resolve(import.meta.dirname, '../peers/limit.ts');

/** One side of a comparison: where it answers, and the processor time that it has used until now. */
export type Side = { base: string; processorMs(): number };

export type Peers = {
  /** The same reads, updates and deals by NestJS and TypeORM. */
  peer: Side;
  /** A read by `node:http` and `pg` alone. */
  limit: Side;
  /** Their database, on a server of their own, for bare SQL, too. */
  databaseUrl: string;
  postgres: Server;
  stop(): Promise<void>;
};

/** Starts the reference systems, on their own PostgreSQL and NATS, as durable as the platform's. */
export const startPeers = async (dataDir: string): Promise<Peers> => {
  const main = installPeer();
  const options = { dataDir: join(dataDir, 'peers'), ephemeral: false, say: () => undefined };
  const [postgres, nats] = await Promise.all([
    findPostgres({ ...options, port: await freePort() }),
    findNats({ ...options, port: await freePort() }),
  ]);
  const started: Running[] = [];
  const stop = async () => {
    await Promise.all(started.map((each) => each.stop()));
    await Promise.all([postgres.stop(), nats.stop()]);
  };
  try {
    await makeSchemas(postgres.url);
    const env = { DATABASE_URL: postgres.url, NATS_URL: nats.url, NODE_ENV: 'production' };
    const run = async (args: string[], more: Record<string, string> = {}) => {
      const port = await freePort();
      const running = await startNode(args, { ...env, ...more, PORT: String(port) });
      started.push(running);
      return { base: `http://127.0.0.1:${port}`, pid: running.pid };
    };
    const contract = await run([main, 'contract']);
    const policy = await run([main, 'policy']);
    const gateway = await run([main, 'gateway'], { CONTRACT_URL: contract.base, POLICY_URL: policy.base });
    const limit = await run([LIMIT]);
    const side = (base: string, pids: (number | undefined)[]): Side => ({
      base,
      processorMs: () => total(readProcessorTimes(Object.fromEntries(pids.entries()))),
    });
    return {
      peer: side(gateway.base, [gateway.pid, contract.pid, policy.pid, postgres.pid, nats.pid]),
      limit: side(limit.base, [limit.pid, postgres.pid]),
      databaseUrl: postgres.url,
      postgres,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};

const makeSchemas = async (url: string): Promise<void> => {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query('create schema contract; create schema policy; create schema bare');
  await admin.end();
};
