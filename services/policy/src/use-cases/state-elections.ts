import type { Work } from '@staycover/change';
import { businessDate, type Context, type Instant } from '@staycover/kernel';
import { electionsNamed, electionsOfPolicy, keepElected } from '../db/elections.ts';
import { policiesTouchedBy, propertiesNamed } from '../db/properties.ts';
import { properties } from '../db/rows.ts';
import { ALL_POLICIES, electInbound, electOwn, learnAll } from '../domain/elect.ts';
import type { StatedProperty, Statement } from '../domain/election.ts';
import type { Policy } from '../domain/policy.ts';
import { rederivePolicies } from './store-policy.ts';

/**
 * Replaces a policy's own elections by those of a body; one that is not stated any more is withdrawn. Returns whether
 * anything changed, and which other policies the property facts may concern. The organization must be locked.
 */
export const stateOwnElections = async (
  tx: Work,
  { organizationId, id: policyId }: Pick<Policy, 'id' | 'organizationId'>,
  { elections, properties: stated }: Statement,
  context: Context,
): Promise<{ changed: boolean; others: string[] }> => {
  const known = await electionsOfPolicy(tx, organizationId, policyId);
  const elected = electOwn(policyId, known, elections, context);
  await keepElected(tx, organizationId, elected);
  const learned = await learnProperties(tx, organizationId, stated, context.now);
  const touched = await policiesTouchedBy(tx, organizationId, { policyIds: [], propertyIds: learned });
  return { changed: elected.changed || learned.length > 0, others: touched.filter((id) => id !== policyId) };
};

export type InboundStatement = Statement & {
  organizationId: string;
  /** Null: all policies of the organization, later ones included. */
  policyId: string | null;
  /** When it was stated; an older statement than the one at hand changes nothing. */
  statedAt: Instant;
};

/**
 * Takes elections from another system. Derives anew the enrollments of every policy that is touched. The organization
 * must be locked.
 */
export const stateElections = async (tx: Work, context: Context, statement: InboundStatement): Promise<void> => {
  const { organizationId, elections, statedAt } = statement;
  const names = elections.map(({ electionId }) => electionId);
  const known = await electionsNamed(tx, organizationId, names);
  const target = { policyId: statement.policyId ?? ALL_POLICIES, statedAt, today: businessDate(context.now) };
  const elected = electInbound(target, known, elections);
  await keepElected(tx, organizationId, elected);
  const learned = await learnProperties(tx, organizationId, statement.properties, statedAt);
  const named = new Set([...elected.stated, ...elected.removed].map(({ policyId }) => policyId));
  const touched = await policiesTouchedBy(tx, organizationId, { policyIds: [...named], propertyIds: learned });
  const isMeant = (id: string) => named.has(id) || named.has(ALL_POLICIES);
  await rederivePolicies(tx, context, touched.filter(isMeant), 'refuse');
  await rederivePolicies(
    tx,
    context,
    touched.filter((id) => !isMeant(id)),
    'hold',
  );
};

/** Adds to what is known of properties; returns the ids of those of which something new was learned. */
const learnProperties = async (
  tx: Work,
  organizationId: string,
  stated: readonly StatedProperty[],
  statedAt: Instant,
): Promise<string[]> => {
  const ids = [...new Set(stated.map(({ propertyId }) => propertyId))];
  const learned = learnAll(await propertiesNamed(tx, organizationId, ids), stated, statedAt);
  await properties.put(tx, { organizationId }, learned);
  return learned.map(({ propertyId }) => propertyId);
};
