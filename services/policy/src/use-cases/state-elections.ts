import type { Work } from '@staycover/change';
import { businessDate, type CalendarDate, type Context, DomainError, type Instant, soonest } from '@staycover/kernel';
import { type Kept, keepElected, keptOnPolicy, keptUnderNames } from '../db/elections.ts';
import { electionsBeside, policiesGivingWay } from '../db/elections-beside.ts';
import { organizationWith } from '../db/policies.ts';
import { policiesTouchedBy } from '../db/properties.ts';
import { properties } from '../db/rows.ts';
import { type Elsewhere, electedElsewhere } from '../domain/customer-rights.ts';
import { correctOwn, electInbound, electOwn } from '../domain/elect.ts';
import { ALL_POLICIES, type StatedElection, type StatedProperty, type Statement } from '../domain/election.ts';
import { assertMayState } from '../domain/fact-rights.ts';
import { type KeptProperty, learnAll } from '../domain/learn.ts';
import type { Policy } from '../domain/policy.ts';
import { rederivePolicies, type Touched } from './store-policy.ts';

export type OwnElected = { from: CalendarDate | undefined; isRestated: boolean; others: Touched | undefined };

type HowStated = {
  /** The day of a correction. */
  correctedFrom?: CalendarDate;
  /** When it was stated, if that was before now: what was stated since stands. */
  statedBefore?: Instant | undefined;
};

/**
 * Replaces a policy's own elections by those of a body, or corrects them from a day on, as stated; one that is not stated
 * any more is withdrawn. Returns the first night on which that may count for the policy, whether its elections differ now, and for
 * which others the property facts may count. The organization must be locked.
 */
export const stateOwnElections = async (
  tx: Work,
  policy: Pick<Policy, 'id' | 'organizationId'>,
  statement: Statement,
  context: Context,
  { correctedFrom, statedBefore }: HowStated = {},
): Promise<OwnElected> => {
  const { id: policyId, organizationId } = policy;
  const { elections, properties: stated } = statement;
  const known = await keptOnPolicy(tx, organizationId, idsIn(stated), policyId, namesIn(elections));
  const elsewhere = await electedForCustomer(tx, policy, statement, known, context);
  const elected = correctedFrom
    ? correctOwn(policyId, known.elections, elections, correctedFrom, context)
    : electOwn(policyId, known.elections, elections, { ...context, statedBefore }, elsewhere);
  await keepElected(tx, organizationId, elected);
  const statedAt = statedBefore ?? context.now;
  const learning = { statedAt, today: businessDate(statedAt) };
  const learned = await learnProperties(tx, organizationId, known.properties, stated, learning);
  const touched = await policiesTouchedBy(tx, organizationId, { policyIds: [], propertyIds: learned.ids });
  const ids = touched.filter((id) => id !== policyId);
  const from = soonest([elected.from, learned.from]);
  const others = learned.from && ids.length > 0 ? { ids, from: learned.from } : undefined;
  return { from, isRestated: elected.from !== undefined, others };
};

/** What a customer must leave as it is; undefined for underwriters. */
const electedForCustomer = async (
  tx: Work,
  policy: Pick<Policy, 'id' | 'organizationId'>,
  { elections, properties: stated }: Statement,
  known: Kept,
  { actor, now }: Context,
): Promise<Elsewhere | undefined> => {
  if (actor.roles.includes('underwrite')) return undefined;
  const today = businessDate(now);
  const groups = stated.flatMap(({ groupIds = [] }) => groupIds);
  const propertyIds = elections.flatMap(({ scopeType, scopeId }) => (scopeType === 'PROPERTY' ? scopeId! : []));
  const found = await electionsBeside(tx, policy, { groups, propertyIds }, today);
  const givingWay = await policiesGivingWay(tx, policy, [...new Set(found.map((one) => one.policyId))]);
  const elsewhere = electedElsewhere(known, found, givingWay, today);
  assertMayState(stated, { ...known, ...elsewhere }, today);
  return elsewhere;
};

export type InboundStatement = Statement & {
  organizationId: string;
  /** Null: all policies of the organization, later ones included. */
  policyId: string | null;
  /** When it was stated; an older statement than the one at hand changes nothing. */
  statedAt: Instant;
  /** The day on which it came, however long it waited: what states no day counts from this one. */
  cameOn: CalendarDate;
};

/**
 * Takes elections from another system, and derives the enrollments of every affected policy again. The organization must
 * be locked.
 */
export const stateElections = async (tx: Work, context: Context, statement: InboundStatement): Promise<void> => {
  const { organizationId, elections, statedAt, cameOn: today } = statement;
  await assertOwnPolicy(tx, statement);
  const known = await keptUnderNames(tx, organizationId, idsIn(statement.properties), namesIn(elections));
  const target = { policyId: statement.policyId ?? ALL_POLICIES, statedAt, today, newId: context.newId };
  const elected = electInbound(target, known.elections, elections);
  await keepElected(tx, organizationId, elected);
  const learning = { statedAt, today };
  const learned = await learnProperties(tx, organizationId, known.properties, statement.properties, learning);
  const named = new Set([...elected.stated, ...elected.removed].map(({ policyId }) => policyId));
  const touched = await policiesTouchedBy(tx, organizationId, { policyIds: [...named], propertyIds: learned.ids });
  const from = soonest([elected.from, learned.from]);
  if (!from) return;
  const isMeant = (id: string) => named.has(id) || named.has(ALL_POLICIES);
  await rederivePolicies(tx, context, { ids: touched.filter(isMeant), from }, { beyondLimit: 'refuse' });
  await rederivePolicies(tx, context, { ids: touched.filter((id) => !isMeant(id)), from });
};

/** A policy that is not there yet may come. */
const assertOwnPolicy = async (tx: Work, { policyId, organizationId }: InboundStatement): Promise<void> => {
  const owner = policyId === null ? undefined : await organizationWith(tx, policyId);
  if (owner === undefined || owner === organizationId) return;
  throw DomainError.invalid([{ pointer: '/data/policyId', detail: 'must be a policy of the organization' }]);
};

type Learning = { statedAt: Instant; today: CalendarDate };

const namesIn = (elections: readonly StatedElection[]): string[] => elections.map(({ electionId }) => electionId);

const idsIn = (stated: readonly StatedProperty[]): string[] => [...new Set(stated.map(({ propertyId }) => propertyId))];

/** Merges new facts of properties; returns the changed properties, and the first affected night. */
const learnProperties = async (
  tx: Work,
  organizationId: string,
  known: readonly KeptProperty[],
  stated: readonly StatedProperty[],
  { statedAt, today }: Learning,
): Promise<{ ids: string[]; from: CalendarDate | undefined }> => {
  const learned = learnAll(known, stated, statedAt, today);
  await properties.put(
    tx,
    { organizationId },
    learned.map(({ property }) => property),
  );
  const news = learned.filter(({ from }) => from !== undefined);
  return { ids: news.map(({ property }) => property.propertyId), from: soonest(news.map(({ from }) => from)) };
};
