import { execute, query, type Work } from '@staycover/db';
import type { DataOf, inboundEvents } from '@staycover/events';
import { DomainError, type Instant } from '@staycover/kernel';

export type UpdateData = DataOf<typeof inboundEvents.claimUpdated>;

/** An update that arrived before its claim, or before the draft of it was submitted. */
export type WaitingUpdate = {
  organizationId: string;
  claimId: string;
  /** What the sender knows the update by. */
  event: { id: string; source: string };
  /** When its stream got it. */
  statedAt: Instant;
  data: UpdateData;
};

/** One that waited, and since when. */
export type TakenUpdate = WaitingUpdate & { since: Instant };

type Row = {
  organization_id: string;
  claim_id: string;
  event_id: string;
  source: string;
  stated: string;
  since: string;
  data: UpdateData;
  id: string;
};

const MOST_WAITING = 100;

/** Keeps an update of a locked claim id, which waits since then. @throws DomainError `invalid-request` when as many wait as may. */
export const addWaiting = async (
  tx: Work,
  { organizationId, claimId, event, statedAt, data }: WaitingUpdate,
  since: Instant,
): Promise<void> => {
  const stored = await execute(
    tx,
    `insert into waiting_update (organization_id, claim_id, event_id, source, data, received_at, stated_at)
     select $1::text, $2::uuid, $3, $4, $5::jsonb, $6::timestamptz, $7::timestamptz
     where (select count(*) from waiting_update where claim_id = $2 and organization_id = $1) < ${MOST_WAITING}`,
    [organizationId, claimId, event.id, event.source, JSON.stringify(data), since.toString(), statedAt.toString()],
  );
  if (stored > 0) return;
  const detail = `names no claim that was submitted, and ${MOST_WAITING} updates wait for it already`;
  throw DomainError.invalid([{ pointer: '/data/claimId', detail }]);
};

/** Takes what waited for a claim, in the order in which it came. */
export const takeWaiting = (tx: Work, claim: { id: string; organizationId: string }): Promise<TakenUpdate[]> =>
  take(tx, 'claim_id = $1 and organization_id = $2', [claim.id, claim.organizationId]);

/** Whether an approval waits for a claim that has not come, or is a draft. */
export const approvalWaits = async (work: Work, claimId: string, organizationId: string): Promise<boolean> =>
  (
    await query(
      work,
      `select from waiting_update where claim_id = $1 and organization_id = $2 and data ->> 'statusName' = 'APPROVED' limit 1`,
      [claimId, organizationId],
    )
  ).length > 0;

export const isAnyExpired = async (work: Work, before: Instant): Promise<boolean> =>
  (await query(work, 'select from waiting_update where received_at < $1 limit 1', [before.toString()])).length > 0;

/** Takes what has waited since before `before`, a hundred at a time. */
export const takeExpired = (tx: Work, before: Instant): Promise<TakenUpdate[]> =>
  take(
    tx,
    `id = any(array(
      select id from waiting_update where received_at < $1 order by received_at limit 100 for update skip locked))`,
    [before.toString()],
  );

/** With microseconds, as Temporal reads it. */
const printed = (instant: string): string => `to_char(${instant}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const take = async (tx: Work, which: string, params: unknown[]): Promise<TakenUpdate[]> => {
  const rows = await query<Row>(
    tx,
    `delete from waiting_update where ${which} returning *, ${printed('coalesce(stated_at, received_at)')} as stated,
       ${printed('received_at')} as since`,
    params,
  );
  return rows
    .map(({ organization_id, claim_id, event_id, source, stated, since, data, id }) => ({
      id: Number(id),
      organizationId: organization_id,
      claimId: claim_id,
      event: { id: event_id, source },
      statedAt: Temporal.Instant.from(stated),
      since: Temporal.Instant.from(since),
      data,
    }))
    .toSorted((a, b) => Temporal.Instant.compare(a.statedAt, b.statedAt) || a.id - b.id);
};
