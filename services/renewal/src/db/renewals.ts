import { repository, together, type Work } from '@staycover/change';
import { type Page, pageInSql, query, statesIn } from '@staycover/db';
import { type Actor, type CalendarDate, earliest, type Instant, isId, visibleOrganizations } from '@staycover/kernel';
import type { RenewablePolicy } from '../domain/policy.ts';
import {
  isOfTerm,
  isOpen,
  openStatuses,
  type Renewal,
  type RenewalEvent,
  type RenewalStatus,
} from '../domain/renewal.ts';
import { announcements } from '../events.ts';
import { RenewalEntity } from './entities.ts';
import { inOrganizations, organizationsToRead } from './organizations.ts';

/** Where renewals live. */
export const renewals = repository<Renewal, RenewalEvent>({
  resource: 'renewal',
  entity: RenewalEntity,
  announcements,
});

const OPEN = `t.status in ${statesIn(openStatuses)}`;
const FAILED = `t.status = 'FAILED'`;
const CANCELLED_WITH_POLICY = `(t.status = 'CANCELLED' and t.cancelled_with_policy)`;

/**
 * That a policy has renewals that follow it, counting those of a decision about it that is under way: open ones, and those that
 * failed or were cancelled with it. `column` has the policy's id. No decision about the policy begins before the statement has ended.
 */
export const policyHasFollowingRenewals = (column: string): string => `policy_with_following_renewals(${column})`;

/** What else is looked for: the renewal after the term that ends so, and the one that an answer is for. */
type Besides = { termEnd?: CalendarDate; answered?: string | undefined };

const locking = together<Besides & { tx: Work; policyId: string }, Renewal[]>(
  ({ policyId }) => policyId,
  async (tx, asked) => {
    const found = await renewals.select(
      tx,
      `where t.policy_id = any($1::uuid[]) and (${OPEN} or ${FAILED} or ${CANCELLED_WITH_POLICY} or t.id = any($2::uuid[])
         or (t.policy_id, t.previous_term_end) in (select * from unnest($1::uuid[], $3::date[])))
       order by t.id for update`,
      [
        asked.map(({ policyId }) => policyId),
        asked.map(({ answered }) => answered ?? null),
        asked.map(({ termEnd }) => termEnd?.toString() ?? null),
      ],
    );
    const byPolicy = Map.groupBy(found, ({ policyId }) => policyId);
    return asked.map(({ policyId }) => byPolicy.get(policyId) ?? []);
  },
);

/** The renewals of a policy that follow it, and those asked for besides, locked; of several in one transaction at once. */
export const lockFollowingRenewals = (tx: Work, policyId: string, besides: Besides = {}): Promise<Renewal[]> =>
  locking({ ...besides, tx, policyId });

/** The reviews for a contract of the policies that are written under it, locked. */
export const lockContractReviews = (
  tx: Work,
  { contractId, organizationId }: { contractId: string; organizationId: string },
): Promise<Renewal[]> =>
  renewals.select(
    tx,
    `where t.status = 'MANUAL_REVIEW' and t.review_reasons @> '["CONTRACT_NOT_ACTIVE"]'
       and t.policy_id in (select id from renewable_policy where contract_id = $1 and organization_id = $2)
     order by t.id for update`,
    [contractId, organizationId],
  );

/**
 * For each policy the renewal into its next term, else an open one of a term that no longer applies, locked.
 * Returned by policy id.
 */
export const lockNextRenewals = async (
  tx: Work,
  policies: readonly RenewablePolicy[],
): Promise<Map<string, Renewal>> => {
  const ids = policies.map(({ id }) => id);
  const from = policies.map(({ termEnd }) => termEnd).reduce(earliest);
  const candidates = `where t.policy_id = any($1::uuid[]) and (t.new_term_start > $2 or ${OPEN}) order by t.id for update`;
  const found = await renewals.select(tx, candidates, [ids, from.toString()]);
  const byPolicy = Map.groupBy(found, ({ policyId }) => policyId);
  return new Map(
    policies.flatMap((policy) => {
      const own = byPolicy.get(policy.id) ?? [];
      const next = own.find((renewal) => isOfTerm(renewal, policy)) ?? own.find(isOpen);
      return next ? [[policy.id, next] as const] : [];
    }),
  );
};

/** Requests unanswered since `askedBefore`, oldest first, locked, without those that another replica holds. */
export const lockUnanswered = (tx: Work, askedBefore: Instant, limit: number): Promise<Renewal[]> =>
  renewals.select(
    tx,
    `where t.status = 'PROCESSING' and t.requested_at <= $1 order by t.requested_at limit $2 for update skip locked`,
    [askedBefore.toString(), limit],
  );

export const isAnyUnanswered = async (work: Work, askedBefore: Instant): Promise<boolean> => {
  const text = `select from renewal where status = 'PROCESSING' and requested_at <= $1 limit 1`;
  return (await query(work, text, [askedBefore.toString()])).length > 0;
};

/** Renewals of a policy from the oldest term, after the one with a new term that starts on `after`. */
export const listRenewals = async (
  work: Work,
  actor: Actor,
  policyId: string,
  { limit, after }: { limit: number; after?: CalendarDate | undefined },
): Promise<Renewal[]> => {
  if (!isId(policyId)) return [];
  return renewals.select(
    work,
    `where t.policy_id = $1 and ($2::text[] is null or t.organization_id = any($2))
       and ($3::date is null or t.new_term_start > $3) order by t.new_term_start limit $4`,
    [policyId, visibleOrganizations(actor), after?.toString() ?? null, limit],
  );
};

type RenewalFilter = { organizationId?: string | undefined; status?: RenewalStatus | undefined };

/** Renewals of the actor's organizations, by id. */
export const listAll = (
  work: Work,
  actor: Actor,
  { organizationId, status }: RenewalFilter,
  { limit, after, order }: Page,
): Promise<Renewal[]> => {
  const { beyond, sort } = pageInSql(order);
  const params: unknown[] = [limit];
  const and = (condition: string, value: unknown): string =>
    value === undefined ? '' : `and ${condition} $${params.push(value)}`;
  const organization = inOrganizations(organizationsToRead(actor, organizationId), 't.organization_id', params);
  return renewals.select(
    work,
    `where true ${organization} ${and('t.status =', status)} ${and(`t.id ${beyond}`, after)}
     order by t.id ${sort} limit $1`,
    params,
  );
};

/** Counts the renewals of a run by status. */
export const countByStatus = async (work: Work, runId: string): Promise<Partial<Record<RenewalStatus, number>>> => {
  const rows = await query<{ status: RenewalStatus; count: number }>(
    work,
    'select status, count(*)::int as count from renewal where run_id = $1 group by status',
    [runId],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
};
