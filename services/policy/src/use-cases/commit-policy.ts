import type { Tx } from '@staycover/db';
import { policyEvents } from '@staycover/events';
import {
  type Actor,
  businessDate,
  type CalendarDate,
  DomainError,
  type Instant,
  isSame,
  type NewId,
} from '@staycover/kernel';
import { appendEvents, type NewEvent, newEvent } from '@staycover/messaging';
import { electionsFor } from '../db/elections.ts';
import { enrollmentsOf, putEnrollments } from '../db/enrollments.ts';
import { addPolicy, earlierTerms, findAndLock, scheduleSweep, storePolicy } from '../db/policies.ts';
import { propertiesOf } from '../db/properties.ts';
import type { Property } from '../domain/election.ts';
import {
  coverOf,
  deriveEnrollments,
  type Enrollment,
  type Facts,
  flatRateOn,
  keyOf,
  limitBrokenBy,
  nextChangeOn,
} from '../domain/enrollment.ts';
import type { Policy, Term } from '../domain/policy.ts';
import { enrollmentEvents, stateOf } from './policy-events.ts';

/** Who changes policies, and when. */
export type Context = { actor: Actor; now: Instant; newId: NewId; traceparent?: string | undefined };

export type Commit = {
  /** The terms before the current one, when they were read already. */
  earlier?: readonly Term[];
  /** Elections or property facts changed, so that enrollments may even when the policy does not. */
  rederive?: boolean;
  /** What becomes of a change that would enroll too many: it is refused, or made without enrolling new properties. */
  beyondLimit?: 'refuse' | 'hold';
  /** What tells of the change, unless that follows from the policy's states before and after. */
  announce?: (policy: Policy) => NewEvent[];
};

/** Stores a new policy with the enrollments that follow from its elections. */
export const commitNewPolicy = async (
  tx: Tx,
  context: Context,
  policy: Policy,
  commit: Commit = {},
): Promise<Policy> => {
  const derived = await derive(tx, policy, businessDate(context.now), commit);
  const stored = await addPolicy(tx, policy);
  await putEnrollments(tx, stored.id, derived.changes);
  await scheduleSweep(tx, stored.id, derived);
  const created = newEvent(policyEvents.policyCreated, stored, stateOf(stored));
  await appendEvents(tx, [created, ...enrollmentEvents(stored, derived.changes)], context);
  return stored;
};

/**
 * Stores what a decision made of a locked policy, with the enrollments that follow, and publishes both. What changes
 * nothing stores nothing: `changed` is false and the version stays.
 */
export const commitPolicy = async (
  tx: Tx,
  context: Context,
  stored: Policy,
  decided: Policy,
  commit: Commit = {},
): Promise<{ policy: Policy; changed: boolean }> => {
  const before = { ...stored };
  const policyChanges = !isSame(before, { ...decided });
  const rederives = commit.rederive || !isSame(inputsOf(before), inputsOf(decided));
  const derived = rederives ? await derive(tx, decided, businessDate(context.now), commit) : undefined;
  const changes = derived?.changes ?? [];
  const changed = policyChanges || changes.length > 0;
  if (changed) {
    await storePolicy(tx, stored, {
      ...decided,
      enrollmentVersion: changes.length > 0 ? before.version + 1 : before.enrollmentVersion,
      lastModifiedBy: context.actor.id,
      lastModifiedDate: context.now,
    });
    await putEnrollments(tx, stored.id, changes);
    const events = policyChanges ? (commit.announce?.(stored) ?? [announcement(before, stored)]) : [];
    await appendEvents(tx, [...events, ...enrollmentEvents(stored, changes)], context);
  }
  if (derived) await scheduleSweep(tx, stored.id, derived);
  return { policy: stored, changed };
};

/** Derives the enrollments of policies again, after something that they follow from has changed. */
export const rederivePolicies = async (
  tx: Tx,
  context: Context,
  ids: readonly string[],
  commit: Commit,
): Promise<void> => {
  for (const id of ids) {
    const policy = await findAndLock(tx, context.actor, id);
    if (policy) await commitPolicy(tx, context, policy, { ...policy }, { ...commit, rederive: true });
  }
};

const announcement = (before: Policy, after: Policy): NewEvent =>
  before.status === after.status
    ? newEvent(policyEvents.policyChanged, after, stateOf(after))
    : newEvent(policyEvents.policyStatusChanged, after, { ...stateOf(after), previousStatus: before.status });

/** What of a policy its enrollments depend on. */
const inputsOf = (policy: Policy) => ({
  termStart: policy.termStart,
  cover: coverOf(policy, []),
  planId: policy.planId,
  ratePerNight: policy.ratePerNight,
  rateTableVersions: policy.rateTableVersions,
  supportedStates: policy.supportedStates,
  supportedCountries: policy.supportedCountries,
  excludedPropertyTypes: policy.excludedPropertyTypes,
  eligibilityOverrides: policy.eligibilityOverrides,
});

const onlyEnrolled = ({ properties, enrolled }: Pick<Facts, 'properties' | 'enrolled'>): Property[] => {
  const ids = new Set(enrolled.map(({ propertyId }) => propertyId));
  return properties.filter(({ propertyId }) => ids.has(propertyId));
};

type Derived = { changes: Enrollment[]; next: CalendarDate | null; count: number };

const derive = async (
  tx: Tx,
  policy: Policy,
  today: CalendarDate,
  { beyondLimit = 'refuse', ...known }: Commit,
): Promise<Derived> => {
  const elections = await electionsFor(tx, policy.organizationId, policy.id);
  const reachesAll = elections.some(({ scopeType, action }) => scopeType !== 'PROPERTY' && action === 'INCLUDE');
  const named = elections.flatMap(({ scopeType, scopeId }) => (scopeType === 'PROPERTY' ? [scopeId!] : []));
  const earlier = known.earlier ?? (await earlierTerms(tx, policy.id));
  const facts = {
    terms: policy,
    cover: coverOf(policy, earlier),
    flatRate: flatRateOn(policy, earlier, today),
    termStarts: [...earlier, policy].map(({ termStart }) => termStart),
    elections,
    properties: await propertiesOf(tx, policy.organizationId, reachesAll ? 'all' : named),
    enrolled: await enrollmentsOf(tx, policy.id),
    today,
  };
  let rows = deriveEnrollments(facts);
  const broken = limitBrokenBy(rows, today);
  if (broken && beyondLimit === 'refuse') throw new DomainError('enrollment-limit', broken);
  if (broken) rows = deriveEnrollments({ ...facts, properties: onlyEnrolled(facts) });
  const before = new Map(facts.enrolled.map((row) => [keyOf(row), row]));
  const changes = rows.filter((row) => !isSame(row, before.get(keyOf(row)) ?? null));
  return { changes, next: nextChangeOn(rows, facts), count: rows.length };
};
