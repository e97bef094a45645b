import type { Work } from '@staycover/change';
import { businessDate, type CalendarDate, type Context, type Instant } from '@staycover/kernel';
import { electionsNamed, keepElected, readPolicyElections } from '../db/elections.ts';
import { policiesTouchedBy, propertiesNamed } from '../db/properties.ts';
import { properties } from '../db/rows.ts';
import { soonest } from '../domain/effect-from.ts';
import { ALL_POLICIES, correctOwn, electInbound, electOwn, learnAll } from '../domain/elect.ts';
import type { StatedProperty, Statement } from '../domain/election.ts';
import { assertMayState } from '../domain/election-rights.ts';
import type { Policy } from '../domain/policy.ts';
import { rederivePolicies, type Touched } from './store-policy.ts';

export type OwnElected = { from: CalendarDate | undefined; others: Touched | undefined };

/**
 * Replaces a policy's own elections by those of a body, or corrects them from a day on, as stated; one that is not stated any more is withdrawn. Returns the first
 * night on which that may count for the policy, and for which others the property facts may. The organization must be
 * locked.
 */
export const stateOwnElections = async (
  tx: Work,
  { organizationId, id: policyId }: Pick<Policy, 'id' | 'organizationId'>,
  { elections, properties: stated }: Statement,
  context: Context,
  correctedFrom?: CalendarDate,
): Promise<OwnElected> => {
  assertMayState(context.actor, stated, businessDate(context.now));
  const known = await readPolicyElections(tx, organizationId, policyId);
  const elected = correctedFrom
    ? correctOwn(policyId, known, elections, correctedFrom, context)
    : electOwn(policyId, known, elections, context);
  await keepElected(tx, organizationId, elected);
  const learned = await learnProperties(tx, organizationId, stated, { statedAt: context.now, now: context.now });
  const touched = await policiesTouchedBy(tx, organizationId, { policyIds: [], propertyIds: learned.ids });
  const ids = touched.filter((id) => id !== policyId);
  const from = soonest([elected.from, learned.from]);
  return { from, others: learned.from && ids.length > 0 ? { ids, from: learned.from } : undefined };
};

export type InboundStatement = Statement & {
  organizationId: string;
  /** Null: all policies of the organization, later ones included. */
  policyId: string | null;
  /** When it was stated; an older statement than the one at hand changes nothing. */
  statedAt: Instant;
};

/**
 * Takes elections from another system, and derives the enrollments of every affected policy again. The organization must
 * be locked.
 */
export const stateElections = async (tx: Work, context: Context, statement: InboundStatement): Promise<void> => {
  const { organizationId, elections, statedAt } = statement;
  const names = elections.map(({ electionId }) => electionId);
  const known = await electionsNamed(tx, organizationId, names);
  const target = {
    policyId: statement.policyId ?? ALL_POLICIES,
    statedAt,
    today: businessDate(context.now),
    newId: context.newId,
  };
  const elected = electInbound(target, known, elections);
  await keepElected(tx, organizationId, elected);
  const learned = await learnProperties(tx, organizationId, statement.properties, { statedAt, now: context.now });
  const named = new Set([...elected.stated, ...elected.removed].map(({ policyId }) => policyId));
  const touched = await policiesTouchedBy(tx, organizationId, { policyIds: [...named], propertyIds: learned.ids });
  const from = soonest([elected.from, learned.from]);
  if (!from) return;
  const isMeant = (id: string) => named.has(id) || named.has(ALL_POLICIES);
  await rederivePolicies(tx, context, { ids: touched.filter(isMeant), from }, { beyondLimit: 'refuse' });
  await rederivePolicies(tx, context, { ids: touched.filter((id) => !isMeant(id)), from });
};

type Learning = { statedAt: Instant; now: Instant };

/** Merges new facts of properties; returns the changed properties, and the first affected night. */
const learnProperties = async (
  tx: Work,
  organizationId: string,
  stated: readonly StatedProperty[],
  { statedAt, now }: Learning,
): Promise<{ ids: string[]; from: CalendarDate | undefined }> => {
  const ids = [...new Set(stated.map(({ propertyId }) => propertyId))];
  const known = await propertiesNamed(tx, organizationId, ids);
  const learned = learnAll(known, stated, statedAt, businessDate(now));
  await properties.put(
    tx,
    { organizationId },
    learned.map(({ property }) => property),
  );
  return { ids: learned.map(({ property }) => property.propertyId), from: soonest(learned.map(({ from }) => from)) };
};
