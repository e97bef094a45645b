import { type Database, type Page, pageById, query, snapshot, type Tx } from '@staycover/db';
import { type Actor, mayAccess } from '@staycover/kernel';
import { byPropertyAndDate } from '../domain/enrollment.ts';
import type { PolicyStatus } from '../domain/policy.ts';
import type { PolicyInTime } from '../domain/policy-in-time.ts';
import type { EnrolledPolicy } from './enrolled-policies.ts';
import { PolicyEntity } from './entities.ts';
import { enrollments } from './rows.ts';

export type PolicyFilter = {
  organizationId?: string | undefined;
  contractId?: string | undefined;
  status?: PolicyStatus | undefined;
};

// A page ends early when its policies have more enrollments than that.
const LISTED_ENROLLMENTS = 50_000;

type PolicyHeads = { page: PolicyInTime[]; next: string | undefined };

/** A page of policies without their enrollments, and the cursor of the next page when there is one. */
export const loadPolicyHeads = (
  database: Database,
  actor: Actor,
  filter: PolicyFilter,
  asked: Page,
): Promise<PolicyHeads> =>
  database.read(async (em) => {
    const found = await listPolicies(em, actor, filter, { ...asked, limit: asked.limit + 1 });
    const page = found.slice(0, asked.limit);
    return { page, next: found.length > page.length ? page.at(-1)?.id : undefined };
  });

/** A page of policies with their enrollments, and the cursor of the next page when there is one. */
export const loadPolicyPage = (
  database: Database,
  actor: Actor,
  filter: PolicyFilter,
  page: Page,
): Promise<{ page: EnrolledPolicy[]; next: string | undefined }> =>
  snapshot(database, async (em) => {
    const found = await listPolicies(em, actor, filter, { ...page, limit: page.limit + 1 });
    const fitting = found.slice(0, Math.min(page.limit, fittingCount(found, LISTED_ENROLLMENTS)));
    const ids = fitting.map(({ id }) => id);
    const rows = await query<{ policy_id: string }>(em, 'select * from enrollment where policy_id = any($1)', [ids]);
    const byPolicy = Map.groupBy(rows, (row) => row.policy_id);
    const enrolledPolicies: EnrolledPolicy[] = [];
    for (const policy of fitting) {
      const enrolled = await enrollments.read(database, byPolicy.get(policy.id) ?? []);
      enrolledPolicies.push({ policy, enrollments: enrolled.toSorted(byPropertyAndDate) });
    }
    return {
      page: enrolledPolicies,
      next: found.length > fitting.length ? ids.at(-1) : undefined,
    };
  });

/** Policies that fit the filter, by id. */
const listPolicies = async (
  tx: Tx,
  actor: Actor,
  { organizationId, contractId, status }: PolicyFilter,
  page: Page,
): Promise<PolicyInTime[]> => {
  if (organizationId !== undefined && !mayAccess(actor, organizationId)) return [];
  const from = pageById(page);
  const where = {
    ...(actor.organizations === '*' ? {} : { organizationId: { $in: [...actor.organizations] } }),
    ...(organizationId === undefined ? {} : { organizationId }),
    ...(contractId === undefined ? {} : { contractId }),
    ...(status === undefined ? {} : { status }),
    ...from.where,
  };
  return tx.find(PolicyEntity, where, from.options);
};

/** How many of the policies, from the first on, have together at most `most` enrollments; the first always fits. */
const fittingCount = (found: readonly PolicyInTime[], most: number): number => {
  let total = 0;
  const firstBeyond = found.findIndex(({ enrollmentCount }, index) => {
    total += enrollmentCount;
    return index > 0 && total > most;
  });
  return firstBeyond === -1 ? found.length : firstBeyond;
};
