import pg from 'pg';
import type { Stage } from './stage.ts';

/** The row of a policy, locked by somebody else: whoever changes the policy waits. */
export type Lock = { isWaitedFor(): Promise<boolean>; release(): Promise<void> };

export const holdPolicy = async ({ databases, sql }: Stage, policyId: string): Promise<Lock> => {
  const client = new pg.Client({ connectionString: databases['policy'] });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('begin');
  await client.query('select 1 from policy.policy where id = $1 for update', [policyId]);
  const [{ pid }] = (await client.query('select pg_backend_pid() as pid')).rows;
  return {
    isWaitedFor: async () =>
      (await sql('select 1 from pg_stat_activity where $1 = any (pg_blocking_pids(pid)) limit 1', [pid])).length > 0,
    async release() {
      await client.query('commit');
      await client.end();
    },
  };
};
