import { together } from '@staycover/change';
import { list, opaque, query, type Work } from '@staycover/db';
import { type Actor, compareDates, slice } from '@staycover/kernel';
import { countingElections } from '../domain/counting-elections.ts';
import { ALL_POLICIES } from '../domain/election.ts';
import type { EnrollmentFacts } from '../domain/enroll.ts';
import { byPropertyAndDate, type Enrollment } from '../domain/enrollment.ts';
import type { Policy, Term } from '../domain/policy.ts';
import { HAS_STOOD } from './elections.ts';
import { policies } from './policies.ts';
import { earlierTerms, elections, enrollments, namedNights, properties } from './rows.ts';

/** A policy with all its enrollments. */
export type EnrolledPolicy = { policy: Policy; enrollments: readonly Enrollment[] };

/** Lists as JSON. */
type Lists = Record<'earlier' | 'enrolled', object[]>;

/** The terms of the policy `t` before its current one. */
export const EARLIER = `${list('select * from policy_term where policy_id = t.id order by term_start')} as earlier`;

/** The enrollments of the policy `t`. */
export const ENROLLED = list('select * from enrollment where policy_id = t.id');

/** Enrollments as `ENROLLED` selects them, in order. */
export const readEnrollments = async (on: Work, rows: readonly object[]): Promise<Enrollment[]> =>
  (await enrollments.read(on, rows)).toSorted(byPropertyAndDate);

/** A policy with its earlier terms and its enrollments, as of one moment. */
export const loadEnrolled = async (
  work: Work,
  actor: Actor,
  id: string,
): Promise<EnrolledPolicy & { earlier: Term[] }> => {
  const columns = `${EARLIER}, ${ENROLLED} as enrolled`;
  const [policy, beside] = await policies.loadWith<Lists>(work, actor, id, columns);
  const earlier = await earlierTerms.read(work, beside.earlier);
  return { policy, earlier, enrollments: await readEnrollments(work, beside.enrolled) };
};

// Of the policy `o` by `id` and `organization_id`; elections for all policies are those of the policy $3.
const ELECTIONS = `with election as (
    select * from coverage_election as e
    where organization_id = o.organization_id and policy_id in (o.id, $3::uuid) and ${HAS_STOOD})`;

const IS_BROAD = `exists (select from election where scope_type <> 'PROPERTY' and action = 'INCLUDE')`;

/** All where an election is broad, else those that elections name: two selects, as with `or` it would read all to find some. */
const PROPERTIES = `(
    select * from property where organization_id = o.organization_id and ${IS_BROAD}
    union all select * from property where organization_id = o.organization_id and not ${IS_BROAD}
      and property_id in (select scope_id from election where scope_type = 'PROPERTY')) as known`;

/** The policy that hands over to another, unless it did to a third one. */
const PREDECESSOR = `select previous.id from policy as successor
    join policy as previous on previous.id = successor.previous_policy_id
    where successor.id = o.id and coalesce(previous.superseded_by_policy_id, successor.id) = successor.id`;

/** Nights that other policies name: they matter where an election is broad. Those of the one before are handed over. */
const NAMED = `named_nights where organization_id = o.organization_id and policy_id <> o.id
    and policy_id <> all (array(${PREDECESSOR})) and ${IS_BROAD}`;

/** A row of one of several lists: as rows of its own a long list is read while it comes, not in one go. */
type Listed = { owner: string; list: 'earlier' | 'enrolled' | 'elections' | 'properties' | 'named'; row: object };

const FACTS = `select o.id as owner, f.* from unnest($1::text[], $2::uuid[]) as o (organization_id, id),
  lateral (${ELECTIONS}
    select 'elections' as list, to_json(e) as row from election as e
    union all select 'properties', to_json(p) from (select * from ${PROPERTIES}) as p
    union all select 'named', to_json(m) from (select * from ${NAMED}) as m
    union all select 'earlier', to_json(t) from policy_term as t where policy_id = o.id
    union all select 'enrolled', to_json(r) from enrollment as r where policy_id = o.id) as f`;

// Not `exists`: that may be answered by a hash of all policies, as long as few are expected.
const CREATION = `select o.id, nextval('policy_number') as number, (select true from policy where id = o.id) is true as known, e.*
  from unnest(${opaque('$1', 'text[]')}, $2::uuid[]) as o (organization_id, id),
    lateral (${ELECTIONS}
      select ${list('select * from election')} as elections,
        ${list(`select * from ${PROPERTIES}`)} as properties,
        ${list(`select * from ${NAMED}`)} as named) as e`;

type Owner = Pick<Policy, 'id' | 'organizationId'>;

type Asked = { tx: Work; policy: Owner };

const policyId = ({ policy }: Asked): string => policy.id;

const readingFacts = together<Asked, EnrollmentFacts>(policyId, async (tx, asked) => {
  const organizations = asked.map(({ policy }) => policy.organizationId);
  const ids = asked.map(policyId);
  const listed = await query<Listed>(tx, FACTS, [organizations, ids, ALL_POLICIES]);
  const byOwner = Map.groupBy(listed, ({ owner }) => owner);
  return Promise.all(ids.map((id) => factsFrom(tx, byOwner.get(id) ?? [])));
});

/** What the enrollments of a policy follow from; of several in one transaction read at once. */
export const enrollmentFacts = (tx: Work, policy: Owner): Promise<EnrollmentFacts> => readingFacts({ tx, policy });

const factsFrom = async (tx: Work, listed: readonly Listed[]): Promise<EnrollmentFacts> => {
  await slice();
  const lists = Map.groupBy(listed, (one) => one.list);
  const rowsIn = (name: Listed['list']): object[] => (lists.get(name) ?? []).map(({ row }) => row);
  return {
    elections: countingElections(await elections.read(tx, rowsIn('elections'))),
    properties: await properties.read(tx, rowsIn('properties')),
    named: await namedNights.read(tx, rowsIn('named')),
    earlier: (await earlierTerms.read(tx, rowsIn('earlier'))).toSorted(byTermStart),
    enrolled: await readEnrollments(tx, rowsIn('enrolled')),
  };
};

const byTermStart = (a: Term, b: Term): number => compareDates(a.termStart, b.termStart);

/** What a new policy follows from: whether it is there already, its number, and its elections. */
export type CreationFacts = { isKnown: boolean; number: bigint; facts: EnrollmentFacts };

type Creation = Record<'elections' | 'properties' | 'named', object[]> & { id: string; number: string; known: boolean };

const creations = together<Asked, CreationFacts>(policyId, async (tx, asked) => {
  const organizations = asked.map(({ policy }) => policy.organizationId);
  const ids = asked.map(policyId);
  const rows = await query<Creation>(tx, CREATION, [organizations, ids, ALL_POLICIES]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return Promise.all(ids.map((id) => readCreationFacts(tx, byId.get(id)!)));
});

const readCreationFacts = async (tx: Work, { number, known: isKnown, ...lists }: Creation): Promise<CreationFacts> => {
  const facts = {
    elections: countingElections(await elections.read(tx, lists.elections)),
    properties: await properties.read(tx, lists.properties),
    named: await namedNights.read(tx, lists.named),
    earlier: [],
    enrolled: [],
  };
  return { isKnown, number: BigInt(number), facts };
};

/** What policies that are new follow from; the organization must be locked. Of several in one transaction read at once. */
export const creationFacts = (tx: Work, policy: Owner): Promise<CreationFacts> => creations({ tx, policy });
