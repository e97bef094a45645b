import { instantFromSql } from '@staycover/db';
import { scheduleStandings } from '@staycover/schedules';
import type { Manifest } from '@staycover/service';
import { inSchemas, type Sql } from './command.ts';
import type { Finding } from './finding.ts';

/** Finds schedules that fail. */
export const checkSchedules = async (sql: Sql, services: readonly Manifest[]): Promise<Finding[]> => {
  const names = services.map(({ name }) => name);
  return (await inSchemas(sql, names, scheduleStandings))
    .filter(({ outcome, retry_at }) => outcome === 'FAILED' && isTriedAgain(retry_at))
    .map(({ service, name, error }) => ({
      where: `${service} schedule ${name}`,
      wrong: `its newest run failed: ${error}`,
      remedy: `npm run ops -- schedules ${service} ${name}; it is tried again by itself.`,
    }));
};

/** One that fails is tried again within 15 minutes. A release or a setting has ended one that waits for a day. */
const isTriedAgain = (retryAt: string | null): boolean =>
  retryAt !== null && Temporal.Instant.compare(instantFromSql(retryAt).add({ hours: 24 }), Temporal.Now.instant()) > 0;
