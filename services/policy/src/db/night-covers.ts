import { type Database, query, snapshot } from '@staycover/db';
import { businessDate, type CalendarDate, type Instant } from '@staycover/kernel';
import type { CoverFacts } from '../domain/cover-on.ts';
import { ALL_POLICIES, type KeptProperty } from '../domain/elect.ts';
import type { PolicyInTime } from '../domain/policy-in-time.ts';
import { factStretches } from '../domain/property-facts.ts';
import { list, termsOf } from './enrolled-policies.ts';
import { PolicyEntity } from './entities.ts';
import { earlierTerms, elections, enrollments, policyChanges, properties } from './rows.ts';

/** A night of a property, and behind which policy a page begins. */
export type NightAsked = {
  organizationId: string;
  propertyId: string;
  night: CalendarDate;
  page: { limit: number; after: string | undefined };
};

export type NightFacts = { property: KeptProperty; policies: CoverFacts[]; hasMore: boolean };

// A policy's own statement of an election stands before one for all policies.
const REACHING = `select p.id as for_policy, e.* from coverage_election as e
  join policy as p on p.organization_id = e.organization_id and (p.id = e.policy_id or e.policy_id = '${ALL_POLICIES}'
    and not exists (select from coverage_election as own where own.organization_id = e.organization_id
      and own.policy_id = p.id and own.election_id = e.election_id and own.retired_on is null))
  where e.organization_id = $1 and ($5::uuid is null or p.id > $5) and (e.scope_type = 'ORGANIZATION'
    or e.scope_type = 'PROPERTY' and e.scope_id = $2 or e.scope_type = 'GROUP' and e.scope_id = any($4))`;

// From the day on that the row shows, only what is ahead is to be known beside it, and when terms were renewed.
const CHANGES = `select * from policy_change where policy_id = t.id and withdrawn_at is null
  and effective_from <= greatest($3::date, t.first_term_start)
  and ($3 < greatest($7::date, t.term_start) or effective_from >= t.change_due_on or kind = 'RENEW') order by sequence`;

const ROWS = `select * from enrollment where policy_id = t.id and property_id = $2 and enrolled_date <= $3::date
  and (unenrolled_date is null or unenrolled_date > $3)`;

const PAGE = `with reaching as materialized (${REACHING}),
  page as (select distinct for_policy as id from reaching order by id limit $6)
  select t.id, ${termsOf('t.id')}, ${list('select * from reaching where for_policy = t.id')} as elections,
    ${list(CHANGES)} as changes, ${list(ROWS)} as enrolled
  from page join policy as t using (id) order by t.id`;

type Row = { id: string } & Record<'earlier' | 'elections' | 'changes' | 'enrolled', object[]>;

/** What the cover of a property on a night follows from, for a page of the policies whose elections reach it. */
export const loadNight = (database: Database, asked: NightAsked, now: Instant): Promise<NightFacts | undefined> =>
  snapshot(database, async (em) => {
    const { organizationId, propertyId, night, page } = asked;
    const known = 'select * from property where organization_id = $1 and property_id = $2';
    const [property] = await properties.read(database, await query(em, known, [organizationId, propertyId]));
    if (!property) return undefined;
    const groups = [...new Set(factStretches(property).flatMap(({ facts }) => facts.groupIds))];
    const today = businessDate(now).toString();
    const params = [organizationId, propertyId, night.toString(), groups, page.after ?? null, page.limit + 1, today];
    const rows = await query<Row>(em, PAGE, params);
    const found = await em.find(PolicyEntity, { id: { $in: rows.map(({ id }) => id) } });
    const byId = new Map(found.map((policy) => [policy.id, policy as PolicyInTime]));
    return {
      property,
      policies: await Promise.all(rows.slice(0, page.limit).map((row) => coverFacts(database, byId.get(row.id)!, row))),
      hasMore: rows.length > page.limit,
    };
  });

const coverFacts = async (database: Database, policy: PolicyInTime, row: Row): Promise<CoverFacts> => ({
  policy,
  terms: [...(await earlierTerms.read(database, row.earlier)), policy],
  changes: await policyChanges.read(database, row.changes),
  elections: await elections.read(database, row.elections),
  rows: await enrollments.read(database, row.enrolled),
});
