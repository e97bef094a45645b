import type { Tx } from '@staycover/db';
import { type Actor, businessDate, type CalendarDate, type Instant, isSame } from '@staycover/kernel';
import {
  ALL_POLICIES,
  electionsNamed,
  electionsOfPolicy,
  putElections,
  removeElections,
  type StoredElection,
} from '../db/elections.ts';
import { policiesTouchedBy, propertiesOf, putProperties, type StoredProperty } from '../db/properties.ts';
import {
  keepRates,
  learn,
  type StatedElection,
  type StatedProperty,
  type Statement,
  settle,
  withdraw,
} from '../domain/election.ts';
import { type Context, rederivePolicies } from './commit-policy.ts';

const isAfter = (a: Instant, b: Instant): boolean => Temporal.Instant.compare(a, b) > 0;

type Owner = { organizationId: string; id: string };

/**
 * Replaces a policy's own elections by those of a body; one that is not stated any more is withdrawn. Returns whether
 * anything changed, and which other policies the property facts may concern. The organization must be locked. Rates are
 * an underwriter's: those of others stay as they are.
 */
export const stateOwnElections = async (
  tx: Tx,
  { organizationId, id: policyId }: Owner,
  { elections, properties }: Statement,
  { actor, now }: { actor: Actor; now: Instant },
): Promise<{ changed: boolean; others: string[] }> => {
  const today = businessDate(now);
  const known = await electionsOfPolicy(tx, organizationId, policyId);
  const byName = new Map(known.map((election) => [election.electionId, election]));
  const own = known.filter((election) => election.own);
  const meant = actor.roles.includes('underwrite') ? elections : keepRates(elections, own);
  const stated = meant.map((election): StoredElection => {
    const settled = settle(election, byName.get(election.electionId), today);
    return { ...settled, policyId, own: true, statedAt: now };
  });
  const fresh = stated.filter((election) => !isSameElection(election, byName.get(election.electionId)));
  const names = new Set(elections.map(({ electionId }) => electionId));
  const dropped = own.filter(({ electionId }) => !names.has(electionId));
  const { gone, ended } = withdrawAll(dropped, today);
  await removeElections(tx, organizationId, gone);
  await putElections(tx, organizationId, [...fresh, ...ended]);
  const learned = await learnProperties(tx, organizationId, properties, now);
  const touched = await policiesTouchedBy(tx, organizationId, { policyIds: [], propertyIds: learned });
  const others = touched.filter((id) => id !== policyId);
  return { changed: fresh.length + gone.length + learned.length > 0, others };
};

const withdrawAll = (dropped: readonly StoredElection[], today: CalendarDate) => {
  const withdrawn = dropped.map((election) => ({ election, rest: withdraw(election, today) }));
  const changed = withdrawn.filter(({ election, rest }) => rest !== election);
  return {
    gone: changed.map(({ election }) => election),
    ended: changed.flatMap(({ rest }) => rest ?? []),
  };
};

const contentOf = ({ statedAt: _statedAt, ...content }: StoredElection) => content;

const isSameElection = (a: StoredElection, b: StoredElection | undefined): boolean =>
  b !== undefined && isSame(contentOf(a), contentOf(b));

export type InboundStatement = Statement & {
  organizationId: string;
  /** Null: all policies of the organization, later ones included. */
  policyId: string | null;
  /** When it was stated; an older statement than the one at hand changes nothing. */
  statedAt: Instant;
};

/**
 * Takes elections from another system, keyed by their names within the organization: a later one replaces the one of
 * the same name, wherever it was stated. Derives anew the enrollments of every policy that is touched.
 */
export const stateElections = async (tx: Tx, context: Context, statement: InboundStatement): Promise<void> => {
  const { organizationId, elections, properties, statedAt } = statement;
  const target = statement.policyId ?? ALL_POLICIES;
  const today = businessDate(context.now);
  const known = await electionsNamed(
    tx,
    organizationId,
    elections.map(({ electionId }) => electionId),
  );
  const byName = Map.groupBy(known, ({ electionId }) => electionId);
  const replacing = elections.map((stated) => {
    const replaced = (byName.get(stated.electionId) ?? []).filter((election) => isReplacedBy(election, target));
    return { replaced, election: settleInbound(stated, replaced, { target, statedAt, today }) };
  });
  const news = replacing.filter(
    ({ replaced, election }) =>
      !replaced.some((old) => isAfter(old.statedAt, statedAt)) &&
      !(replaced.length === 1 && isSameElection(election, replaced[0])),
  );
  await removeElections(
    tx,
    organizationId,
    news.flatMap(({ replaced }) => replaced),
  );
  await putElections(
    tx,
    organizationId,
    news.map(({ election }) => election),
  );
  const learned = await learnProperties(tx, organizationId, properties, statedAt);
  const stated = news.flatMap(({ replaced, election }) => [election, ...replaced]);
  const named = new Set(stated.map(({ policyId }) => policyId));
  const touched = await policiesTouchedBy(tx, organizationId, { policyIds: [...named], propertyIds: learned });
  const isMeant = (id: string) => named.has(id) || named.has(ALL_POLICIES);
  await rederivePolicies(tx, context, touched.filter(isMeant), { beyondLimit: 'refuse' });
  await rederivePolicies(
    tx,
    context,
    touched.filter((id) => !isMeant(id)),
    { beyondLimit: 'hold' },
  );
};

/** Another policy's own election may bear the same name by chance; everything else of that name is the same election. */
const isReplacedBy = ({ policyId, own }: StoredElection, target: string): boolean =>
  policyId === target || policyId === ALL_POLICIES || target === ALL_POLICIES || !own;

const settleInbound = (
  stated: StatedElection,
  replaced: readonly StoredElection[],
  { target, statedAt, today }: { target: string; statedAt: Instant; today: CalendarDate },
): StoredElection => ({ ...settle(stated, replaced[0], today), policyId: target, own: false, statedAt });

/** Adds to what is known of properties; returns the ids of those of which something new was learned. */
const learnProperties = async (
  tx: Tx,
  organizationId: string,
  stated: readonly StatedProperty[],
  statedAt: Instant,
): Promise<string[]> => {
  const ids = [...new Set(stated.map(({ propertyId }) => propertyId))];
  const stored = await propertiesOf(tx, organizationId, ids);
  const known = new Map(stored.map((property) => [property.propertyId, property]));
  const learned = new Map<string, StoredProperty>();
  for (const facts of stated) {
    const before = learned.get(facts.propertyId) ?? known.get(facts.propertyId);
    if (before && isAfter(before.statedAt, statedAt)) continue;
    const after = learn(before, facts);
    if (!before || !isSame(before, after)) learned.set(facts.propertyId, { ...after, statedAt });
  }
  await putProperties(tx, organizationId, [...learned.values()]);
  return [...learned.keys()];
};
