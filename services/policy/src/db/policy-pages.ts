import {
  type Database,
  fittingCount,
  type Measured,
  type Page,
  pageInSql,
  query,
  readPage,
  whereGiven,
} from '@staycover/db';
import { type Actor, mayAccess, visibleOrganizations } from '@staycover/kernel';
import type { Policy, PolicyStatus } from '../domain/policy.ts';
import { ENROLLED, type EnrolledPolicy, loadEnrolled, readEnrollments } from './enrolled-policies.ts';
import { policies } from './policies.ts';

export type PolicyFilter = {
  organizationId?: string | undefined;
  contractId?: string | undefined;
  status?: PolicyStatus | undefined;
};

// A page also ends early when its policies have more enrollments than that.
const LISTED_ENROLLMENTS = 50_000;
// Enrollments that come with their page; a policy beyond has a statement of its own.
const ENROLLMENTS_TOGETHER = 1_000;

// What makes a policy large without its enrollments.
const SIZE =
  'octet_length(concat(t.details, t.eligibility_overrides, t.supported_states, t.excluded_property_types, t.rate_table_versions))';

type PolicyHeads = { page: Policy[]; next: string | undefined };

/** A page of policies without their enrollments, and the cursor of the next page when there is one. */
export const loadPolicyHeads = async (
  database: Database,
  actor: Actor,
  filter: PolicyFilter,
  asked: Page,
): Promise<PolicyHeads> => {
  const { page: found, next } = await listPolicies(database, actor, filter, asked, 'null');
  return { page: found.map(([policy]) => policy), next };
};

/** A page of policies with their enrollments, each as of one moment, and the cursor of the next page when there is one. */
export const loadPolicyPage = async (
  database: Database,
  actor: Actor,
  filter: PolicyFilter,
  asked: Page,
): Promise<{ page: EnrolledPolicy[]; next: string | undefined }> => {
  const total = `sum(t.enrollment_count) over (order by t.id ${pageInSql(asked.order).sort})`;
  const enrolled = `case when ${total} <= ${ENROLLMENTS_TOGETHER} then ${ENROLLED} end`;
  const { page: found, next } = await listPolicies(database, actor, filter, asked, enrolled);
  const counts = found.map(([{ enrollmentCount }]) => enrollmentCount);
  const fitting = found.slice(0, fittingCount(counts, LISTED_ENROLLMENTS));
  const page: EnrolledPolicy[] = [];
  for (const [policy, rows] of fitting) {
    const known = rows && { policy, enrollments: await readEnrollments(database, rows) };
    page.push(known ?? (await loadEnrolled(database, actor, policy.id)));
  }
  return { page, next: found.length > page.length ? fitting.at(-1)?.[0].id : next };
};

type Listed = [policy: Policy, enrolled: object[] | null];

/** A page of the policies that fit the filter, by id, each with what `enrolled` selects. */
const listPolicies = async (
  database: Database,
  actor: Actor,
  filter: PolicyFilter,
  asked: Page,
  enrolled: string,
): Promise<{ page: Listed[]; next: string | undefined }> => {
  if (filter.organizationId !== undefined && !mayAccess(actor, filter.organizationId))
    return { page: [], next: undefined };
  const { beyond, sort } = pageInSql(asked.order);
  const read = async (page: Readonly<Record<string, unknown>>, limit: number): Promise<Listed[]> => {
    const { where, params } = whereFits(actor, filter, page);
    const rest = `${where} order by t.id ${sort} limit $${params.length + 1}`;
    const columns = `${enrolled} as enrolled`;
    const rows = await policies.selectWith<{ enrolled: object[] | null }>(database, columns, rest, [...params, limit]);
    return rows.map(([policy, beside]): Listed => [policy, beside.enrolled]);
  };
  return readPage<Listed, string>(asked, {
    select: ({ limit, after }) => read({ [`t.id ${beyond} ?`]: after }, limit),
    selectThese: (ids) => read({ 't.id = any(?)': ids }, ids.length),
    measure: ({ limit, after }) => {
      const { where, params } = whereFits(actor, filter, { [`t.id ${beyond} ?`]: after });
      const text = `select t.id as key, ${SIZE} as bytes from policy t ${where} order by t.id ${sort} limit $${params.length + 1}`;
      return query<Measured<string>>(database, text, [...params, limit]);
    },
    getKey: ([{ id }]) => id,
  });
};

/** The conditions of a filter, and one of a page, as SQL with its parameters. */
const whereFits = (
  actor: Actor,
  { organizationId, contractId, status }: PolicyFilter,
  page: Readonly<Record<string, unknown>>,
) =>
  whereGiven({
    't.organization_id = any(?)': visibleOrganizations(actor),
    't.organization_id = ?': organizationId,
    't.contract_id = ?': contractId,
    't.status = ?': status,
    ...page,
  });
