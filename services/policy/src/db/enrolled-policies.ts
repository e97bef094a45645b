import { gather } from '@staycover/change';
import { query, type Work } from '@staycover/db';
import type { Actor } from '@staycover/kernel';
import { ALL_POLICIES } from '../domain/elect.ts';
import type { EnrollmentFacts } from '../domain/enroll.ts';
import { byPropertyAndDate, type Enrollment } from '../domain/enrollment.ts';
import type { Policy, Term } from '../domain/policy.ts';
import type { PolicyInTime } from '../domain/policy-in-time.ts';
import { policies } from './policies.ts';
import { earlierTerms, elections, enrollments, namedNights, properties } from './rows.ts';

/** A policy with all its enrollments. */
export type EnrolledPolicy = { policy: PolicyInTime; enrollments: readonly Enrollment[] };

/** Lists as JSON. */
type Lists = Record<'earlier' | 'enrolled' | 'elections' | 'properties' | 'named', object[]>;

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

// A policy's own statement of an election stands before one for all policies, which are elections of the policy `all`.
const elected = (organizationId: string, policyId: string, all: string): string => `with election as (
    select * from coverage_election as e where organization_id = ${organizationId} and (policy_id = ${policyId}
      or policy_id = ${all} and not exists (select from coverage_election as own
        where own.organization_id = ${organizationId} and own.policy_id = ${policyId}
          and own.election_id = e.election_id and own.retired_on is null)))
  select ${list('select * from election')} as elections,
    ${list(`select * from property where organization_id = ${organizationId} and (
      exists (select from election where scope_type <> 'PROPERTY' and action = 'INCLUDE')
      or property_id in (select scope_id from election where scope_type = 'PROPERTY'))`)} as properties,
    ${list(`select * from named_nights where organization_id = ${organizationId} and policy_id <> ${policyId}
      and exists (select from election where scope_type <> 'PROPERTY' and action = 'INCLUDE')`)} as named`;

const FACTS = `${elected('$1', '$2::uuid', '$3::uuid')}, ${termsOf('$2::uuid')}, ${enrollmentsOf('$2::uuid')}`;

const CREATION = `select n.id, nextval('policy_number') as number, exists (select from policy where id = n.id) as known, e.*
  from unnest($1::text[], $2::uuid[]) as n (organization_id, id),
    lateral (${elected('n.organization_id', 'n.id', '$3::uuid')}) as e`;

type Owner = Pick<Policy, 'id' | 'organizationId'>;

/** What the enrollments of a policy follow from. */
export const enrollmentFacts = async (tx: Work, { id, organizationId }: Owner): Promise<EnrollmentFacts> => {
  const [row] = await query<Lists>(tx, FACTS, [organizationId, id, ALL_POLICIES]);
  return factsOf(tx, row!);
};

const factsOf = (tx: Work, { earlier, enrolled, ...stated }: Lists): EnrollmentFacts => ({
  elections: elections.read(tx, stated.elections),
  properties: properties.read(tx, stated.properties),
  named: namedNights.read(tx, stated.named),
  earlier: earlierTerms.read(tx, earlier),
  enrolled: enrollments.read(tx, enrolled).toSorted(byPropertyAndDate),
});

/** What a new policy follows from: whether it is there already, its number, and its elections. */
export type CreationFacts = { isKnown: boolean; number: bigint; facts: EnrollmentFacts };

type Creation = Lists & { id: string; number: string; known: boolean };

const creations = gather<{ tx: Work; policy: Owner }, CreationFacts>({
  fits: (chosen, { tx, policy }) => chosen.every((other) => other.tx === tx && other.policy.id !== policy.id),
  async run(items) {
    const { tx } = items[0]!;
    const organizations = items.map(({ policy }) => policy.organizationId);
    const ids = items.map(({ policy }) => policy.id);
    const rows = await query<Creation>(tx, CREATION, [organizations, ids, ALL_POLICIES]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => {
      const { number, known: isKnown, ...lists } = byId.get(id)!;
      return { isKnown, number: BigInt(number), facts: factsOf(tx, { ...lists, earlier: [], enrolled: [] }) };
    });
  },
});

/** What policies that are new follow from; the organization must be locked. Of several in one transaction read at once. */
export const creationFacts = (tx: Work, policy: Owner): Promise<CreationFacts> => creations({ tx, policy });
