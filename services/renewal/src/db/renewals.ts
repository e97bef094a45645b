import { LockMode } from '@mikro-orm/postgresql';
import { execute, query, type Tx } from '@staycover/db';
import { type Actor, type CalendarDate, DomainError, type Instant, isId } from '@staycover/kernel';
import type { RenewablePolicy } from '../domain/policy.ts';
import type { Renewal } from '../domain/renewal.ts';
import { RenewalEntity } from './entities.ts';

const locked = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;

/** Only this function decides which organization's renewals an actor reaches. */
const scope = ({ organizations }: Actor) =>
  organizations === '*' ? {} : { organizationId: { $in: [...organizations] } };

const plain = (entity: Renewal): Renewal => ({ ...entity });

/** @throws DomainError `not-found` for an unknown, malformed or foreign id. */
export const lockRenewal = async (tx: Tx, actor: Actor, id: string): Promise<Renewal> => {
  const renewal = isId(id) ? await tx.findOne(RenewalEntity, { id, ...scope(actor) }, locked) : null;
  if (!renewal) throw DomainError.notFound('renewal', id);
  return plain(renewal);
};

/** The renewal that the policy service speaks of, unless it knows one that we do not. */
export const lockRenewalOf = async (tx: Tx, id: string, policyId: string): Promise<Renewal | undefined> => {
  const renewal = await tx.findOne(RenewalEntity, { id, policyId }, locked);
  return renewal ? plain(renewal) : undefined;
};

export const lockOpenRenewals = async (tx: Tx, policyId: string): Promise<Renewal[]> => {
  const where = { policyId, status: { $in: ['SCHEDULED' as const, 'MANUAL_REVIEW' as const] } };
  return (await tx.find(RenewalEntity, where, { ...locked, orderBy: { id: 'asc' } })).map(plain);
};

/**
 * For each policy the renewal into its next term, else an open one whose term the policy has left, locked.
 * Returns them by policy id.
 */
export const lockNextRenewals = async (tx: Tx, policies: readonly RenewablePolicy[]): Promise<Map<string, Renewal>> => {
  const ids = policies.map(({ id }) => id);
  const from = policies.map(({ termEnd }) => termEnd).reduce((a, b) => (Temporal.PlainDate.compare(a, b) < 0 ? a : b));
  const where = {
    policyId: { $in: ids },
    $or: [{ newTermStart: { $gt: from } }, { status: { $in: ['SCHEDULED' as const, 'MANUAL_REVIEW' as const] } }],
  };
  const found = await tx.find(RenewalEntity, where, { ...locked, orderBy: { id: 'asc' } });
  const byPolicy = Map.groupBy(found, ({ policyId }) => policyId);
  return new Map(
    policies.flatMap((policy) => {
      const candidates = byPolicy.get(policy.id) ?? [];
      const next =
        candidates.find(({ previousTermEnd }) => previousTermEnd.equals(policy.termEnd)) ??
        candidates.find(({ status }) => status === 'SCHEDULED' || status === 'MANUAL_REVIEW');
      return next ? [[policy.id, plain(next)] as const] : [];
    }),
  );
};

/** Requests unanswered since `askedBefore`, oldest first, locked, without those that another replica holds. */
export const lockUnanswered = async (tx: Tx, askedBefore: Instant, limit: number): Promise<Renewal[]> => {
  const where = { status: 'PROCESSING' as const, requestedAt: { $lte: askedBefore } };
  const lockMode = LockMode.PESSIMISTIC_PARTIAL_WRITE;
  return (await tx.find(RenewalEntity, where, { lockMode, orderBy: { requestedAt: 'asc' }, limit })).map(plain);
};

/** Inserts or replaces renewals, in one statement however many they are. */
export const storeRenewals = async (tx: Tx, renewals: readonly Renewal[]): Promise<void> => {
  if (renewals.length === 0) return;
  const rows = JSON.stringify(renewals.map(rowOf));
  const assignments = mutableColumns.map((column) => `${column} = excluded.${column}`).join(', ');
  await execute(
    tx,
    `insert into renewal select * from jsonb_populate_recordset(null::renewal, $1::jsonb)
     on conflict (id) do update set ${assignments}`,
    [rows],
  );
};

const columnOf = (property: string): string => property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const mutableColumns = [
  'previousTermEnd',
  'newTermStart',
  'newTermEnd',
  'previousRate',
  'newRate',
  'rateReason',
  'status',
  'failureReason',
  'processedAt',
  'processedBy',
  'reviewReasons',
  'approvedReasons',
  'noticesSent',
  'requestedAt',
  'requestedBy',
  'runId',
  'lastModifiedBy',
  'lastModifiedDate',
  'version',
].map(columnOf);

const rowOf = (renewal: Renewal): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(renewal).map(([property, value]) => {
      return [columnOf(property), typeof value === 'bigint' ? value.toString() : value];
    }),
  );

/** Renewals of a policy from the oldest term, after the one whose new term starts on `after`. */
export const listRenewals = async (
  em: Tx,
  actor: Actor,
  policyId: string,
  { limit, after }: { limit: number; after?: CalendarDate | undefined },
): Promise<Renewal[]> => {
  if (!isId(policyId)) return [];
  const where = { policyId, ...scope(actor), ...(after ? { newTermStart: { $gt: after } } : {}) };
  return (await em.find(RenewalEntity, where, { orderBy: { newTermStart: 'asc' }, limit })).map(plain);
};

/** How the renewals that a run asked for stand. */
export const countByStatus = async (em: Tx, runId: string): Promise<Partial<Record<Renewal['status'], number>>> => {
  const rows = await query<{ status: Renewal['status']; count: number }>(
    em,
    'select status, count(*)::int as count from renewal where run_id = $1 group by status',
    [runId],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
};
