import { type Pooler, startPgbouncer } from '@staycover/infra';
import { inOneDatabase, withUrl } from '../provisioning/databases.ts';
import { rolePassword } from '../provisioning/provision.ts';
import { end } from './signals.ts';

/** A PgBouncer between the services and PostgreSQL, to be killed and started again where it was. */
export type PoolerStand = {
  pooled(url: string): string;
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** @throws Error where no PgBouncer can be had. */
export const standPooler = async (postgresUrl: string): Promise<PoolerStand> => {
  const urls = Object.entries(inOneDatabase(postgresUrl)).map(([user, url]) =>
    withUrl(url, { user, password: rolePassword(user) }),
  );
  const lines: string[] = [];
  const begin = async (port?: number): Promise<Pooler> => {
    const pooler = await startPgbouncer(urls, (line) => void lines.push(line), port);
    if (!pooler) throw new Error(['There is no PgBouncer here.', ...lines].join(' '));
    return pooler;
  };
  let pooler = await begin();
  return {
    pooled: (url) => pooler.pooled(url),
    kill: () => end(pooler, 'SIGKILL'),
    start: async () => void (pooler = await begin(pooler.port)),
    stop: () => pooler.stop(),
  };
};
