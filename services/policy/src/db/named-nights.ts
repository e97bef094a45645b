import { ConcurrentChange, type Work } from '@staycover/change';
import { execute, query, statesIn } from '@staycover/db';
import { type CalendarDate, isSame } from '@staycover/kernel';
import { ALL_POLICIES } from '../domain/elect.ts';
import type { NamedNights } from '../domain/named-nights.ts';
import { liveStatuses, type Policy } from '../domain/policy.ts';
import { namedNights } from './rows.ts';

type Owner = Pick<Policy, 'id' | 'organizationId'>;

/** What a policy names of the nights from a day on. */
export const namedBy = (tx: Work, { id }: Owner, from: CalendarDate): Promise<NamedNights[]> =>
  namedNights.select(tx, 'where t.policy_id = $1 and t.free_from > $2', [id, from.toString()]);

const keyOf = ({ propertyId, start }: NamedNights): string => `${start} ${propertyId}`;

/** Keeps what a policy names instead of what it named before. */
export const keepNamed = async (
  tx: Work,
  { id, organizationId }: Owner,
  before: readonly NamedNights[],
  after: readonly NamedNights[],
): Promise<void> => {
  const kept = new Set(after.map(keyOf));
  const gone = before.filter((nights) => !kept.has(keyOf(nights)));
  const keys = [gone.map(({ propertyId }) => propertyId), gone.map(({ start }) => start.toString())];
  if (gone.length > 0) await execute(tx, REMOVE, [id, ...keys]);
  const known = new Map(before.map((nights) => [keyOf(nights), nights]));
  const news = after.filter((nights) => !isSame(nights, known.get(keyOf(nights))));
  await namedNights.put(tx, { policyId: id, organizationId }, news);
};

const REMOVE = `delete from named_nights where policy_id = $1
  and (property_id, first_night) in (select * from unnest($2::text[], $3::date[]))`;

/**
 * The other policies of an organization that may take, or have to leave, what one names: those with a broad election.
 * The organization is locked from then on.
 * @throws ConcurrentChange when another transaction has it locked: waiting for it here could be a deadlock.
 */
export const policiesElectingBroadly = async (
  tx: Work,
  { id, organizationId }: Owner,
  productLines: readonly (string | null)[],
): Promise<string[]> => {
  const lock = 'select pg_try_advisory_xact_lock(hashtextextended($1, 2)) as locked';
  const [row] = await query<{ locked: boolean }>(tx, lock, [organizationId]);
  if (!row!.locked) throw new ConcurrentChange();
  const rows = await query<{ id: string }>(
    tx,
    `select id from policy as p where organization_id = $1 and id <> $2 and bound_at is not null
       and status in ${statesIn(liveStatuses)}
       and (details ->> 'productLine' = any($3) or details ->> 'productLine' is null and $4)
       and exists (select from coverage_election as e where e.organization_id = $1 and e.policy_id in (p.id, $5)
         and e.scope_type <> 'PROPERTY' and e.action = 'INCLUDE')`,
    [organizationId, id, productLines.filter((line) => line !== null), productLines.includes(null), ALL_POLICIES],
  );
  return rows.map((one) => one.id);
};
