import type { Work } from '@staycover/change';
import { execute, runOn } from '@staycover/db';
import type { Instant } from '@staycover/kernel';
import type pg from 'pg';
import { DELIVERABLE } from './webhook-deliveries.ts';

/*
 * What waits for an endpoint is a `webhook_delivery` for each event; when it is sent is the one `webhook_turn` of the endpoint.
 *
 * A delivery           | attempts | failed_at | retry_at | delivered_at | by
 * waits                | 0        | null      | null     | null         | HANDED_OUT, replayEvents, restartDelivery
 * waits for its retry  | above 0  | the first | ahead    | null         | recordFailed
 * failed, and is due   | above 0  | the first | null     | null         | retryNow, or as `retry_at` is over
 * was taken            | above 0  | null      | null     | when         | recordDelivered
 *
 * An endpoint          | due_at | rests_until | failures | failing_since | by
 * has nothing waiting  | null   | any         | any      | any           | endTurn
 * is due               | over   | null        | 0        | null          | HANDED_OUT, restartDelivery, endTurn
 * waits for a retry    | ahead  | null        | 0        | null          | endTurn
 * has its turn         | null   | any         | any      | any           | claimTurns
 * rests                | ahead  | ahead       | above 0  | the first     | recordFailed, then endTurn
 * rests as it asks to  | ahead  | ahead       | 0        | null          | recordFailed, clearFailures, then endTurn
 * rests as we failed   | ahead  | ahead       | any      | any           | restUntil, then endTurn
 *
 * A rest that is over leaves an endpoint due. A turn that its process has lost looks as if nothing waited:
 * releaseAbandonedTurns and releaseTurns make it due again.
 */

/** A due endpoint, its organization, and its consecutive failures. */
export type Turn = { endpointId: string; organizationId: string; failures: number };

const dueTurns = (which: string, most: string): string => `select t.endpoint_id, e.organization_id from webhook_turn t
    join webhook_endpoint e on e.id = t.endpoint_id
    where t.due_at <= $1::timestamptz and t.endpoint_id <> all($2::uuid[]) and t.failures ${which}
      and e.organization_id <> all($5::text[]) order by t.due_at limit ${most} for update of t skip locked`;

const CLAIM = `with well as (${dueTurns('= 0', '$3')}), failing as (${dueTurns('> 0', 'least($3 - (select count(*) from well), $4)')})
  update webhook_turn t set due_at = null from (select * from well union all select * from failing) as due
  where t.endpoint_id = due.endpoint_id
  returning t.endpoint_id as "endpointId", due.organization_id as "organizationId", t.failures`;

type Claim = {
  now: Instant;
  /** Endpoints that have a turn here. */
  busy: readonly string[];
  /** How many turns are claimed at most, and how many of those for endpoints that failed. */
  limit: number;
  failing: number;
  /** Organizations that get none. */
  crowding: readonly string[];
};

/**
 * Claims the turns of endpoints to which something is to be sent. What comes for one from now on makes it due again, and is
 * not missed, whatever is read of it after.
 */
export const claimTurns = async (client: pg.Client, { now, busy, limit, failing, crowding }: Claim): Promise<Turn[]> =>
  (await runOn<Turn>(client, CLAIM, [now.toString(), busy, limit, failing, crowding])).rows;

/** After a process that was ended: the turns that it had claimed are due again, all but those of endpoints that are `busy` here. */
export const releaseAbandonedTurns = async (client: pg.Client, busy: readonly string[]): Promise<void> => {
  const text = `update webhook_turn t set due_at = coalesce(rests_until, '-infinity')
    where due_at is null and endpoint_id <> all($1::uuid[]) and exists (
      select from webhook_delivery d where d.endpoint_id = t.endpoint_id and d.delivered_at is null)`;
  await runOn(client, text, [busy]);
};

/** Makes endpoints with an unfinished turn due again. */
export const releaseTurns = async (client: pg.Client, endpointIds: readonly string[]): Promise<void> => {
  const text = `update webhook_turn set due_at = coalesce(rests_until, '-infinity') where endpoint_id = any($1::uuid[])`;
  await runOn(client, text, [endpointIds]);
};

/**
 * Ends a turn: the next one is as soon as something waits, but not before the endpoint has rested. What came during the turn
 * made it due without knowing of a rest that began then.
 */
export const endTurn = (work: Work, endpointId: string, now: Instant): Promise<unknown> =>
  execute(
    work,
    `with next as (select case when exists (select ${DELIVERABLE}) then '-infinity' else (
         select min(retry_at) from webhook_delivery
         where endpoint_id = $1 and delivered_at is null and retry_at > $2::timestamptz) end as at)
     update webhook_turn set rests_until = case when rests_until > $2::timestamptz then rests_until end,
       due_at = case when least(due_at, next.at) is not null then greatest(least(due_at, next.at), rests_until) end
     from next where endpoint_id = $1`,
    [endpointId, now.toString()],
  );

/**
 * An endpoint that accepted an event is healthy, regardless of other events sent at the same time; it rests only where it
 * asked to.
 */
export const clearFailures = (work: Work, endpointId: string, isRestAsked: boolean): Promise<unknown> =>
  execute(
    work,
    `update webhook_turn set failures = 0, failing_since = null, rests_until = case when $2 then rests_until end
     where endpoint_id = $1`,
    [endpointId, isRestAsked],
  );

/** Leaves an endpoint alone for a while, without a failure of its own. */
export const restUntil = (work: Work, endpointId: string, until: Instant): Promise<unknown> =>
  execute(work, 'update webhook_turn set rests_until = greatest(rests_until, $2) where endpoint_id = $1', [
    endpointId,
    until.toString(),
  ]);

/** Makes an endpoint due at once, as if it had never failed. */
export const restartDelivery = async (tx: Work, endpointId: string): Promise<void> => {
  // Deliveries, then the turn, as where a delivery is recorded: the other order is a deadlock.
  await execute(
    tx,
    `update webhook_delivery set retry_at = null, failed_at = null, attempts = 0
     where endpoint_id = $1 and delivered_at is null and failed_at is not null`,
    [endpointId],
  );
  await execute(
    tx,
    `insert into webhook_turn (endpoint_id, due_at) values ($1, '-infinity')
     on conflict (endpoint_id) do update set due_at = '-infinity', rests_until = null, failures = 0, failing_since = null`,
    [endpointId],
  );
};
