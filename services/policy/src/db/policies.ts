import { repository, type Work } from '@staycover/change';
import { LOCK_PATIENCE_MS, query, statesIn, waitingUpTo } from '@staycover/db';
import {
  type Actor,
  type CalendarDate,
  calendarDateIfAny,
  DomainError,
  isId,
  visibleOrganizations,
} from '@staycover/kernel';
import type { Fill } from '@staycover/schedules';
import { liveStatuses, openStatuses, type Policy } from '../domain/policy.ts';
import { INVOICE_UNPAID } from '../domain/policy-change.ts';
import { noDetails } from '../domain/policy-details.ts';
import { type AnnouncedEvent, announcements } from '../events.ts';
import { PolicyEntity } from './entities.ts';
import { IS_DECLINED } from './followed-renewals.ts';

export const policies = repository<Policy, AnnouncedEvent>({
  resource: 'policy',
  entity: PolicyEntity,
  announcements,
  defaults: { details: noDetails },
  notes: ['sweepOn', 'enrollmentCount'],
});

const HEAD = 'from policy where id = $1 and ($2::text[] is null or organization_id = any($2))';

const head = async <Row>(work: Work, actor: Actor, id: string, columns: string): Promise<Row> => {
  const scope = visibleOrganizations(actor);
  const [row] = isId(id) ? await query<Row>(work, `select ${columns} ${HEAD}`, [id, scope]) : [];
  if (!row) throw DomainError.notFound('policy', id);
  return row;
};

/**
 * A policy's version, and when its next change takes effect or time alone may change it, by one indexed select.
 * @throws DomainError `not-found` for an unknown, malformed or foreign id.
 */
export const readHead = async (
  work: Work,
  actor: Actor,
  id: string,
): Promise<Pick<Policy, 'version' | 'changeDueOn' | 'sweepOn'>> => {
  type Head = { version: number; change_due_on: string | null; next_change_on: string | null };
  const columns = 'version, change_due_on::text, next_change_on::text';
  const { version, change_due_on, next_change_on } = await head<Head>(work, actor, id, columns);
  return { version, changeDueOn: calendarDateIfAny(change_due_on), sweepOn: calendarDateIfAny(next_change_on) };
};

/** The organization that a policy is of, if it is there. */
export const organizationWith = async (work: Work, id: string): Promise<string | undefined> => {
  const rows = isId(id)
    ? await query<{ organization_id: string }>(work, `select organization_id from policy where id = $1`, [id])
    : [];
  return rows[0]?.organization_id;
};

/** The key of an organization's lock, by the SQL of its id. */
export const organizationLock = (organizationId: string): string => `hashtextextended(${organizationId}, 2)`;

/** Locks the organization of a policy if it is free. */
export const tryPolicyOrganization = (
  tx: Work,
  actor: Actor,
  id: string,
): Promise<{ organizationId: string; locked: boolean }> =>
  head(
    tx,
    actor,
    id,
    `organization_id as "organizationId", pg_try_advisory_xact_lock(${organizationLock('organization_id')}) as locked`,
  );

/** Locks the organization of a policy: one transaction at a time states elections, and none creates policies. */
export const lockPolicyOrganization = async (tx: Work, actor: Actor, id: string): Promise<void> => {
  const { organizationId, locked } = await tryPolicyOrganization(tx, actor, id);
  if (!locked) await lockOrganization(tx, organizationId);
};

// In one order, so that none waits for the other.
const LOCK_ORGANIZATIONS = `select pg_advisory_xact_lock(key) from (
  select distinct ${organizationLock('organization_id')} as key from policy where id = any($1::uuid[])
  order by key) as locks`;

/** Locks the organizations of policies: one transaction at a time states elections, and none creates policies. */
export const lockPolicyOrganizations = async (tx: Work, ids: readonly string[]): Promise<void> => {
  const lock = () => query(tx, LOCK_ORGANIZATIONS, [ids]);
  // Those of several would keep the locks of others meanwhile.
  await (ids.length === 1 ? waitingUpTo(tx, LOCK_PATIENCE_MS, lock) : lock());
};

/** Takes an organization's lock if it is free. */
const attempting =
  (lock: string) =>
  async (tx: Work, organizationId: string): Promise<boolean> => {
    const text = `select pg_try_${lock}(${organizationLock('$1')}) as locked`;
    const [row] = await query<{ locked: boolean }>(tx, text, [organizationId]);
    return row!.locked;
  };

/** Takes an organization's lock: at once where it is free. */
const taking = (lock: string) => {
  const attempt = attempting(lock);
  return async (tx: Work, organizationId: string): Promise<void> => {
    if (await attempt(tx, organizationId)) return;
    const wait = `select pg_${lock}(${organizationLock('$1')})`;
    await waitingUpTo(tx, LOCK_PATIENCE_MS, () => query(tx, wait, [organizationId]));
  };
};

const [EXCLUSIVE, SHARED] = ['advisory_xact_lock', 'advisory_xact_lock_shared'];

/** Locks an organization: one transaction at a time states elections, and none creates policies. */
export const lockOrganization = taking(EXCLUSIVE);

/** Shares the lock of an organization: others may create policies, too, but none states elections. */
export const shareOrganization = taking(SHARED);

/** Locks an organization if it is free. */
export const tryOrganization = attempting(EXCLUSIVE);

/** Shares the lock of an organization if it is free to share. */
export const tryShareOrganization = attempting(SHARED);

/** The open policies under a contract, locked. */
export const lockPoliciesUnder = (tx: Work, organizationId: string, contractId: string): Promise<Policy[]> =>
  policies.select(
    tx,
    `where t.organization_id = $1 and t.contract_id = $2 and t.status in ${statesIn(openStatuses)}
     order by t.id for update`,
    [organizationId, contractId],
  );

/** Of the policies that can take a policy over, suspended or not, the one that was bound first. */
export const firstSuccessor = async (
  tx: Work,
  { id, organizationId, firstTermStart }: Policy,
): Promise<Policy | undefined> => {
  const [successor] = await policies.select(
    tx,
    `where t.organization_id = $1 and t.previous_policy_id = $2 and t.bound_at is not null
       and t.status in ${statesIn(liveStatuses)} and (t.cancellation is null
         or (t.cancellation ->> 'effectiveDate')::date > greatest(t.first_term_start, $3::date))
     order by t.bound_at, t.id limit 1`,
    [organizationId, id, firstTermStart.toString()],
  );
  return successor;
};

/** Whether unpaid invoices suspended the policy of a column, as constant SQL; waits for a change of it that is under way. */
export const suspendedByInvoices = (column: string): string =>
  `(select status_reason from policy where id = ${column} for share) = '${INVOICE_UNPAID}'`;

/** Policies that time has changed by `today`: something begins or ends, or the term is over and not to be renewed. */
export const policiesToSweep = (today: CalendarDate): Fill => ({
  select: `select id, organization_id, coalesce(next_change_on, term_end) as due from policy where next_change_on <= $1::date
     or (status in ${statesIn(liveStatuses)} and term_end < $1::date and (not auto_renew or exists (
       select from followed_renewal as f
       where f.policy_id = policy.id and f.previous_term_end = policy.term_end and ${IS_DECLINED})))`,
  params: [today.toString()],
});
