import { query, type Work } from '@staycover/db';
import type { Actor } from '@staycover/kernel';
import { ALL_POLICIES } from '../domain/elect.ts';
import type { EnrollmentFacts } from '../domain/enroll.ts';
import { byPropertyAndDate, type Enrollment } from '../domain/enrollment.ts';
import type { Policy, Term } from '../domain/policy.ts';
import type { PolicyInTime } from '../domain/policy-in-time.ts';
import { policies } from './policies.ts';
import { earlierTerms, elections, enrollments, properties } from './rows.ts';

/** A policy with all its enrollments. */
export type EnrolledPolicy = { policy: PolicyInTime; enrollments: readonly Enrollment[] };

/** Lists as JSON. */
type Lists = Record<'earlier' | 'enrolled' | 'elections' | 'properties', object[]>;

/** What a select finds, as one JSON value. */
export const list = (select: string): string => `(select coalesce(json_agg(r), '[]') from (${select}) as r)`;

/** The terms of a policy before its current one. */
export const termsOf = (policyId: string): string =>
  `${list(`select * from policy_term where policy_id = ${policyId} order by term_start`)} as earlier`;

const enrollmentsOf = (policyId: string): string =>
  `${list(`select * from enrollment where policy_id = ${policyId}`)} as enrolled`;

/** A policy with its earlier terms and its enrollments, as of one moment. */
export const loadEnrolled = async (
  work: Work,
  actor: Actor,
  id: string,
): Promise<EnrolledPolicy & { earlier: Term[] }> => {
  const columns = `${termsOf('t.id')}, ${enrollmentsOf('t.id')}`;
  const [policy, beside] = await policies.loadWith<Lists>(work, actor, id, columns);
  const ordered = enrollments.read(work, beside.enrolled).toSorted(byPropertyAndDate);
  return { policy, earlier: earlierTerms.read(work, beside.earlier), enrollments: ordered };
};

// A policy's own statement of an election stands before one for all policies.
const ELECTED = `with election as (
    select * from coverage_election as e where organization_id = $1 and (policy_id = $2::uuid
      or policy_id = $3::uuid and not exists (select from coverage_election as own where own.organization_id = $1
        and own.policy_id = $2 and own.election_id = e.election_id and own.retired_on is null)))
  select ${list('select * from election')} as elections,
    ${list(`select * from property where organization_id = $1 and (
      exists (select from election where scope_type <> 'PROPERTY' and action = 'INCLUDE')
      or property_id in (select scope_id from election where scope_type = 'PROPERTY'))`)} as properties`;

type Owner = Pick<Policy, 'id' | 'organizationId'>;

/** What the enrollments of a policy follow from. A new one has neither earlier terms nor enrollments. */
export const enrollmentFacts = async (
  tx: Work,
  { id, organizationId }: Owner,
  isNew = false,
): Promise<EnrollmentFacts> => {
  const text = isNew ? ELECTED : `${ELECTED}, ${termsOf('$2::uuid')}, ${enrollmentsOf('$2::uuid')}`;
  const [row] = await query<Lists>(tx, text, [organizationId, id, ALL_POLICIES]);
  const { earlier = [], enrolled = [], ...elected } = row!;
  return {
    elections: elections.read(tx, elected.elections),
    properties: properties.read(tx, elected.properties),
    earlier: earlierTerms.read(tx, earlier),
    enrolled: enrollments.read(tx, enrolled).toSorted(byPropertyAndDate),
  };
};
