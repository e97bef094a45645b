import { FOLLOWER_LOCK, RELAY_LOCK } from '@staycover/messaging';
import type { Manifest } from '@staycover/service';
import type { Sql } from './command.ts';
import type { Finding } from './finding.ts';

/** What the replicas of a service take turns at, by what the one that holds it is called. */
const LOCKS = { relay: RELAY_LOCK, follower: FOLLOWER_LOCK };

/** Sessions that hold the lock of another one: `billing-relay` alone should have that of billing's relay. */
const OTHERS = `select pid, application_name as name from pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and granted and classid = hashtext($1)::oid and objid = hashtext($2)::oid
    and database = (select oid from pg_database where datname = current_database()) and application_name <> $3`;

/** Finds sessions that keep each replica of a service waiting for its turn. */
export const checkLockHolders = async (sql: Sql, services: readonly Manifest[]): Promise<Finding[]> => {
  const found: Finding[] = [];
  for (const { name: service } of services)
    for (const [leader, lock] of Object.entries(LOCKS)) {
      const held = await sql<{ pid: number; name: string }>(OTHERS, [lock, service, `${service}-${leader}`]);
      found.push(
        ...held.map(({ pid, name }) => ({
          where: `${service} ${leader}`,
          wrong: `waits, for the session "${name}" (process ${pid}) holds its lock`,
          remedy: `Unless that is outbox reconcile at work, end it: select pg_terminate_backend(${pid}).`,
        })),
      );
    }
  return found;
};
