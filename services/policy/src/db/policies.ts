import { LockMode } from '@mikro-orm/postgresql';
import { execute, query, type Tx } from '@staycover/db';
import {
  type Actor,
  businessDate,
  type CalendarDate,
  DomainError,
  type Instant,
  isId,
  mayAccess,
  reference,
} from '@staycover/kernel';
import type { Policy, PolicyStatus, Term } from '../domain/policy.ts';
import { PolicyEntity } from './entities.ts';

/** Only this file decides which organization's rows an actor reaches. */
const scope = ({ organizations }: Actor) =>
  organizations === '*' ? {} : { organizationId: { $in: [...organizations] } };

/** @throws DomainError `not-found` for an unknown, malformed or foreign id. */
export const getPolicy = async (tx: Tx, actor: Actor, id: string): Promise<Policy> => {
  const policy = isId(id) ? await tx.findOne(PolicyEntity, { id, ...scope(actor) }) : null;
  if (!policy) throw DomainError.notFound('policy', id);
  return policy;
};

/** The policy under a row lock, or null for an unknown, malformed or foreign id. */
export const findAndLock = async (tx: Tx, actor: Actor, id: string): Promise<Policy | null> =>
  isId(id) ? tx.findOne(PolicyEntity, { id, ...scope(actor) }, { lockMode: LockMode.PESSIMISTIC_WRITE }) : null;

/** @throws DomainError `not-found` for an unknown, malformed or foreign id. */
export const lockPolicy = async (tx: Tx, actor: Actor, id: string): Promise<Policy> => {
  const policy = await findAndLock(tx, actor, id);
  if (!policy) throw DomainError.notFound('policy', id);
  return policy;
};

/**
 * A policy's version and organization, by one indexed select.
 * @throws DomainError `not-found` for an unknown, malformed or foreign id.
 */
export const headOf = async (
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<{ version: number; organizationId: string }> => {
  const select = 'select version, organization_id as "organizationId" from policy where id = $1';
  const [row] = isId(id) ? await query<{ version: number; organizationId: string }>(tx, select, [id]) : [];
  if (!row || !mayAccess(actor, row.organizationId)) throw DomainError.notFound('policy', id);
  return row;
};

export const exists = async (tx: Tx, id: string): Promise<boolean> =>
  (await query(tx, 'select 1 from policy where id = $1', [id])).length > 0;

/** Lets one transaction at a time create policies or state elections for an organization. */
export const lockOrganization = async (tx: Tx, organizationId: string): Promise<void> => {
  await query(tx, 'select pg_advisory_xact_lock(hashtextextended($1, 2))', [organizationId]);
};

export const nextReference = async (tx: Tx, now: Instant): Promise<string> => {
  const [row] = await query<{ number: string }>(tx, `select nextval('policy_number') as number`);
  return reference('POL', businessDate(now).year, BigInt(row!.number));
};

export const addPolicy = async (tx: Tx, policy: Policy): Promise<Policy> => {
  const stored = tx.create(PolicyEntity, policy);
  await tx.persist(stored).flush();
  return stored;
};

/** Writes what differs; the version grows by one. */
export const storePolicy = async (tx: Tx, stored: Policy, changed: Policy): Promise<void> => {
  const { id: _id, organizationId: _organization, version: _version, ...columns } = changed;
  Object.assign(stored, columns);
  await tx.flush();
};

/** Notes when the sweep has to look at the policy again, and how many enrollments it has. */
export const scheduleSweep = (
  tx: Tx,
  id: string,
  { next, count }: { next: CalendarDate | null; count: number },
): Promise<number> => {
  const update = 'update policy set next_change_on = $2, enrollment_count = $3 where id = $1';
  return execute(tx, update, [id, next?.toString() ?? null, count]);
};

/** The terms before the current one, oldest first. */
export const earlierTerms = async (tx: Tx, policyId: string): Promise<Term[]> => {
  type Row = Record<'term_start' | 'term_end', string> &
    Record<'coverage_ends_on' | 'rate_per_night' | 'loss_fund_rate_per_night', string | null>;
  const rows = await query<Row>(tx, 'select * from policy_term where policy_id = $1 order by term_start', [policyId]);
  const date = Temporal.PlainDate.from;
  const rate = (value: string | null) => (value === null ? null : BigInt(value));
  return rows.map((row) => ({
    termStart: date(row.term_start),
    termEnd: date(row.term_end),
    coverageEndsOn: row.coverage_ends_on === null ? null : date(row.coverage_ends_on),
    ratePerNight: rate(row.rate_per_night),
    lossFundRatePerNight: rate(row.loss_fund_rate_per_night),
  }));
};

/** Keeps a term that another one follows. */
export const addTerm = (tx: Tx, policyId: string, term: Term): Promise<number> =>
  execute(
    tx,
    `insert into policy_term (policy_id, term_start, term_end, coverage_ends_on, rate_per_night, loss_fund_rate_per_night)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      policyId,
      term.termStart.toString(),
      term.termEnd.toString(),
      term.coverageEndsOn?.toString() ?? null,
      term.ratePerNight?.toString() ?? null,
      term.lossFundRatePerNight?.toString() ?? null,
    ],
  );

export type PolicyFilter = {
  organizationId?: string | undefined;
  contractId?: string | undefined;
  status?: PolicyStatus | undefined;
};

/** Policies that fit the filter from the oldest, after `after` (a policy's id). */
export const listPolicies = async (
  tx: Tx,
  actor: Actor,
  { organizationId, contractId, status }: PolicyFilter,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<Policy[]> => {
  if (organizationId !== undefined && !mayAccess(actor, organizationId)) return [];
  const where = {
    ...scope(actor),
    ...(organizationId === undefined ? {} : { organizationId }),
    ...(contractId === undefined ? {} : { contractId }),
    ...(status === undefined ? {} : { status }),
    ...(after === undefined ? {} : { id: { $gt: after } }),
  };
  return tx.find(PolicyEntity, where, { orderBy: { id: 'asc' }, limit });
};

/** How many of the policies, from the first on, have together at most `most` enrollments; the first always fits. */
export const fittingCount = async (tx: Tx, ids: readonly string[], most: number): Promise<number> => {
  const rows = await query<{ id: string; count: number }>(
    tx,
    'select id, enrollment_count as count from policy where id = any($1)',
    [ids],
  );
  const counts = new Map(rows.map(({ id, count }) => [id, count]));
  let total = 0;
  const firstBeyond = ids.findIndex((id, index) => {
    total += counts.get(id) ?? 0;
    return index > 0 && total > most;
  });
  return firstBeyond === -1 ? ids.length : firstBeyond;
};

/** Policies that time has changed by `today`: something begins or ends, or the term is over and not to be renewed. */
export const policiesToSweep = async (
  tx: Tx,
  today: CalendarDate,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<string[]> => {
  const rows = await query<{ id: string }>(
    tx,
    `select id from policy where (next_change_on <= $1
       or (not auto_renew and status in ('ACTIVE', 'SUSPENDED') and term_end < $1))
       and ($2::uuid is null or id > $2) order by id limit $3`,
    [today.toString(), after ?? null, limit],
  );
  return rows.map(({ id }) => id);
};
