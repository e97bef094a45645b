import { type Database, fittingCount, type Page, pageInSql } from '@staycover/db';
import { type Actor, mayAccess, visibleOrganizations } from '@staycover/kernel';
import type { PolicyStatus } from '../domain/policy.ts';
import type { PolicyInTime } from '../domain/policy-in-time.ts';
import { type EnrolledPolicy, enrollmentsSql, loadEnrolled, readEnrollments } from './enrolled-policies.ts';
import { policies } from './policies.ts';

export type PolicyFilter = {
  organizationId?: string | undefined;
  contractId?: string | undefined;
  status?: PolicyStatus | undefined;
};

// A page ends early when its policies have more enrollments than that.
const LISTED_ENROLLMENTS = 50_000;
// Enrollments that come with their page; a policy beyond has a statement of its own.
const ENROLLMENTS_TOGETHER = 1_000;

type PolicyHeads = { page: PolicyInTime[]; next: string | undefined };

/** A page of policies without their enrollments, and the cursor of the next page when there is one. */
export const loadPolicyHeads = async (
  database: Database,
  actor: Actor,
  filter: PolicyFilter,
  asked: Page,
): Promise<PolicyHeads> => {
  const found = await listPolicies(database, actor, filter, asked, 'null');
  const page = found.slice(0, asked.limit).map(([policy]) => policy);
  return { page, next: found.length > page.length ? page.at(-1)?.id : undefined };
};

/** A page of policies with their enrollments, each as of one moment, and the cursor of the next page when there is one. */
export const loadPolicyPage = async (
  database: Database,
  actor: Actor,
  filter: PolicyFilter,
  asked: Page,
): Promise<{ page: EnrolledPolicy[]; next: string | undefined }> => {
  const total = `sum(t.enrollment_count) over (order by t.id ${pageInSql(asked.order).sort})`;
  const enrolled = `case when ${total} <= ${ENROLLMENTS_TOGETHER} then ${enrollmentsSql('t.id')} end`;
  const found = await listPolicies(database, actor, filter, asked, enrolled);
  const counts = found.map(([{ enrollmentCount }]) => enrollmentCount);
  const fitting = found.slice(0, Math.min(asked.limit, fittingCount(counts, LISTED_ENROLLMENTS)));
  const page: EnrolledPolicy[] = [];
  for (const [policy, rows] of fitting) {
    const known = rows && { policy, enrollments: await readEnrollments(database, rows) };
    page.push(known ?? (await loadEnrolled(database, actor, policy.id)));
  }
  return { page, next: found.length > page.length ? fitting.at(-1)?.[0].id : undefined };
};

type Listed = [policy: PolicyInTime, enrolled: object[] | null];

/** Policies that fit the filter, by id, each with what `enrolled` selects: one more than the page has, if there is one. */
const listPolicies = async (
  database: Database,
  actor: Actor,
  { organizationId, contractId, status }: PolicyFilter,
  { limit, after, order }: Page,
  enrolled: string,
): Promise<Listed[]> => {
  if (organizationId !== undefined && !mayAccess(actor, organizationId)) return [];
  const { beyond, sort } = pageInSql(order);
  const conditions = Object.entries({
    't.organization_id = any(?)': visibleOrganizations(actor) ?? undefined,
    't.organization_id = ?': organizationId,
    't.contract_id = ?': contractId,
    't.status = ?': status,
    [`t.id ${beyond} ?`]: after,
  }).filter(([, value]) => value !== undefined);
  const texts = conditions.map(([text], i) => text.replace('?', `$${i + 1}`));
  const where = texts.length > 0 ? `where ${texts.join(' and ')}` : '';
  const rest = `${where} order by t.id ${sort} limit $${conditions.length + 1}`;
  const params = [...conditions.map(([, value]) => value), limit + 1];
  const found = await policies.selectWith<{ enrolled: object[] | null }>(
    database,
    `${enrolled} as enrolled`,
    rest,
    params,
  );
  return found.map(([policy, beside]): Listed => [policy, beside.enrolled]);
};
