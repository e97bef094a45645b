import { type Database, list, query, snapshot } from '@staycover/db';
import { businessDate, type CalendarDate, type Instant } from '@staycover/kernel';
import { countingElections } from '../domain/counting-elections.ts';
import type { CoverFacts } from '../domain/cover-on.ts';
import { ALL_POLICIES } from '../domain/election.ts';
import type { KeptProperty } from '../domain/learn.ts';
import type { Policy } from '../domain/policy.ts';
import { isBeforeShown } from '../domain/policy-in-time.ts';
import { factStretches } from '../domain/property-facts.ts';
import { HAS_STOOD } from './elections.ts';
import { EARLIER } from './enrolled-policies.ts';
import { policies } from './policies.ts';
import { changesDeciding, courseOn, keptDay } from './policy-days.ts';
import { earlierTerms, elections, enrollments, policyChanges, properties } from './rows.ts';

/** A night of a property, and the policy after which a page begins. */
export type NightAsked = {
  organizationId: string;
  propertyId: string;
  night: CalendarDate;
  page: { limit: number; after: string | undefined };
};

export type NightFacts = { property: KeptProperty; policies: CoverFacts[]; hasMore: boolean };

const ELECTED = `select * from coverage_election as e where organization_id = $1 and ${HAS_STOOD} and (scope_type = 'ORGANIZATION'
  or scope_type = 'PROPERTY' and scope_id = $2 or scope_type = 'GROUP' and scope_id = any($4))`;

// Two joins: with `or`, each policy would be compared with each election.
const REACHING = `select p.id as for_policy, e.* from elected as e join policy as p on p.id = e.policy_id
    where p.organization_id = $1 and ($5::uuid is null or p.id > $5)
  union all select p.id, e.* from elected as e join policy as p on p.organization_id = $1
    where e.policy_id = '${ALL_POLICIES}' and ($5::uuid is null or p.id > $5)`;

const CHANGES = `${changesDeciding('$3', '$7::date')} and effective_from <= $3::date order by sequence`;

const RENEWALS = `select * from policy_change where policy_id = t.id and withdrawn_at is null and kind = 'RENEW'
  and effective_from <= $3::date`;

const ROWS = `select * from enrollment where policy_id = t.id and property_id = $2 and enrolled_date <= $3::date
  and (unenrolled_date is null or unenrolled_date > $3)`;

const PAGE = `with elected as materialized (${ELECTED}),
  reaching as materialized (${REACHING}),
  page as (select distinct for_policy as id from reaching order by id limit $6)
  select t.id, ${EARLIER}, ${list('select * from reaching where for_policy = t.id')} as elections,
    ${keptDay('$3')}, ${list(CHANGES)} as changes, ${list(RENEWALS)} as renewals, ${list(ROWS)} as enrolled
  from page join policy as t using (id) order by t.id`;

type Row = { id: string } & Record<'earlier' | 'elections' | 'kept' | 'changes' | 'renewals' | 'enrolled', object[]>;

/** The inputs for the cover of a property on a night, for a page of the policies with elections that reach it. */
export const loadNight = async (
  database: Database,
  asked: NightAsked,
  now: Instant,
): Promise<NightFacts | undefined> => {
  const { night, page } = asked;
  const today = businessDate(now);
  const found = await readNight(database, asked, today);
  if (!found) return undefined;
  const facts = (row: Row) => coverFacts(database, found.policies.get(row.id)!, row, { night, today });
  return {
    property: found.property,
    policies: await Promise.all(found.rows.slice(0, page.limit).map(facts)),
    hasMore: found.rows.length > page.limit,
  };
};

const readNight = (database: Database, asked: NightAsked, today: CalendarDate) =>
  snapshot(database, async (tx) => {
    const { organizationId, propertyId, night, page } = asked;
    const known = 'select * from property where organization_id = $1 and property_id = $2';
    const [property] = await properties.read(database, await query(tx, known, [organizationId, propertyId]));
    if (!property) return undefined;
    const groups = [...new Set(factStretches(property).flatMap(({ facts }) => facts.groupIds))];
    const after = page.after ?? null;
    const params = [organizationId, propertyId, night.toString(), groups, after, page.limit + 1, today.toString()];
    const rows = await query<Row>(tx, PAGE, params);
    const found = await policies.select(tx, 'where t.id = any($1::uuid[])', [rows.map(({ id }) => id)]);
    return { property, rows, policies: new Map(found.map((policy) => [policy.id, policy])) };
  });

const coverFacts = async (
  database: Database,
  policy: Policy,
  row: Row,
  { night, today }: { night: CalendarDate; today: CalendarDate },
): Promise<CoverFacts> => ({
  policy,
  terms: [...(await earlierTerms.read(database, row.earlier)), policy],
  ...(policy.boundAt && isBeforeShown(policy, night, today)
    ? await courseOn(database, policy, night, row)
    : { changes: await policyChanges.read(database, row.changes), base: null }),
  renewals: await policyChanges.read(database, row.renewals),
  elections: countingElections(await elections.read(database, row.elections)),
  rows: await enrollments.read(database, row.enrolled),
});
