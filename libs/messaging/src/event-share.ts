import { type Database, query } from '@staycover/db';
import { DomainError } from '@staycover/kernel';
import type { Logger } from '@staycover/telemetry';
import type { SpendBytes, WatchedBudget } from './budget.ts';
import { repeated } from './repeated.ts';

const LOOK_EVERY_S = 3_600;
const LOOK_AGAIN_S = 60;
const ROWS_A_LOOK = 20_000;

// One page at a time, so that a long outbox does not make a long statement.
const PAGE = `with page as (
    select id, organization_id, octet_length(payload) as bytes, created_at from outbox where id > $1 order by id limit ${ROWS_A_LOOK})
  select organization_id, coalesce(sum(bytes) filter (where created_at > now() - interval '30 days'), 0) as bytes,
    max(max(id)) over () as last from page group by organization_id`;

type Found = { organization_id: string; bytes: string; last: string };

type EventShare = {
  /** @throws DomainError `budget-exceeded`, with `retryAfter` in seconds. */
  spend: SpendBytes;
  /** Recounts the outbox by organization. */
  look(): Promise<void>;
};

/**
 * What each organization's events may take of a stream that keeps 30 days of all: as many bytes as the outbox has of
 * these days, whichever replica wrote them, looked at every hour, and what this process added since.
 */
export const eventShare = (database: Database, mostBytes: number): EventShare => {
  let levels = new Map<string, number>();
  let sinceLook = new Map<string, number>();
  const add = (to: Map<string, number>, organizationId: string, bytes: number): void =>
    void to.set(organizationId, (to.get(organizationId) ?? 0) + bytes);
  return {
    spend(organizationId, bytes, times = 1) {
      if (bytes > 0 && (levels.get(organizationId) ?? 0) + bytes > times * mostBytes) {
        const mebibytes = Math.round(mostBytes / 1024 ** 2);
        const detail = `The events of the organization ${organizationId} of the last 30 days take up all that they may, ${mebibytes} MiB.`;
        throw new DomainError('budget-exceeded', detail, { retryAfter: LOOK_EVERY_S });
      }
      add(levels, organizationId, bytes);
      add(sinceLook, organizationId, bytes);
    },
    async look() {
      sinceLook = new Map();
      const found = new Map<string, number>();
      for (let last: string | undefined = '0'; last !== undefined; ) {
        const page: Found[] = await query<Found>(database, PAGE, [last]);
        for (const { organization_id, bytes } of page) add(found, organization_id, Number(bytes));
        last = page[0]?.last;
      }
      for (const [organizationId, bytes] of sinceLook) add(found, organizationId, bytes);
      levels = found;
    },
  };
};

/** The share of each organization, looked at from now on. */
export const watchedShare = (database: Database, mostBytes: number, logger: Logger): WatchedBudget => {
  const share = eventShare(database, mostBytes);
  const warning = 'the outbox could not be counted by organization';
  return {
    spend: share.spend,
    stop: repeated(share.look, { everyS: LOOK_EVERY_S, againS: LOOK_AGAIN_S, logger, warning }),
  };
};
