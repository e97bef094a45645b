import { type Beside, ConcurrentChange, NeedsOwnTransaction, runBeside, type Work } from '@staycover/change';
import {
  businessDate,
  type CalendarDate,
  type Context,
  type Decision,
  mapInSlices,
  partsBy,
  soonest,
} from '@staycover/kernel';
import { type EnrolledPolicy, enrollmentFacts } from '../db/enrolled-policies.ts';
import { keepNamed, namedBy, policiesElectingBroadly } from '../db/named-nights.ts';
import { policies } from '../db/policies.ts';
import { changesFor, courseFrom, readChangesAhead } from '../db/policy-changes.ts';
import { enrollments, policyChanges, policyEffects } from '../db/rows.ts';
import { derivationStart, effectFrom, pricesFrom } from '../domain/effect-from.ts';
import {
  type BeyondLimit,
  type EnrollmentEvent,
  type EnrollmentFacts,
  enroll,
  PROPERTIES_A_PART,
} from '../domain/enroll.ts';
import {
  lineChangedFrom,
  mayChangeNamedNights,
  namedSince,
  namingChange,
  nightsNamed,
} from '../domain/named-nights.ts';
import { dayAfterTerm, type Policy } from '../domain/policy.ts';
import {
  nothingRecorded,
  type PolicyDecision,
  type PolicyEvent,
  recordedBy,
  shownDay,
  showToday,
} from '../domain/policy-in-time.ts';
import { type Course, stretches } from '../domain/policy-on.ts';
import { bringToToday } from '../domain/sweep.ts';
import { announcing } from '../events.ts';

export type Rederive = {
  /** Elections or property facts changed, so that enrollments may even when the policy does not: from this night on. */
  from?: CalendarDate | undefined;
  /** The policy's own elections changed, which is a version of it even where no enrollment follows yet. */
  isRestated?: boolean | undefined;
  beyondLimit?: BeyondLimit;
  /** Only what other policies name has changed. */
  isYielding?: boolean;
};

/**
 * `effectFrom`, or the first night that others may take since the policy went to another product line, if that is
 * earlier; undefined without either.
 */
export const firstAffectedNight = (
  before: Policy,
  decision: PolicyDecision,
  { now }: Context,
): CalendarDate | undefined =>
  soonest([effectFrom(before, decision), lineChangedFrom(before, decision, businessDate(now))]);

/** Stores a decision about a locked policy with the changes that it records and the enrollments that follow. */
export const storeEnrolled = async (
  tx: Work,
  context: Context,
  before: Policy,
  decision: PolicyDecision,
  facts: EnrollmentFacts,
  { from: elected, isRestated = false, beyondLimit = 'hold', isYielding = false }: Rederive = {},
): Promise<EnrolledPolicy> => {
  await policyChanges.put(tx, { policyId: before.id }, recordedBy(decision));
  const affected = soonest([elected, firstAffectedNight(before, decision, context)]);
  if (!affected) return { policy: await store(tx, context, before, decision), enrollments: facts.enrolled };
  const today = businessDate(context.now);
  const from = derivationStart(affected, decision.state);
  const course = await courseFrom(tx, decision.state, from, today);
  const endBefore = dayAfterTerm(before);
  const enrolled = await enroll(decision, { facts, course, from, today, beyondLimit, endBefore });
  const owner = { policyId: before.id };
  const changedFrom = soonest([enrolled.changedFrom, pricesFrom(before, decision)]);
  const { state, events } = enrolled.decision;
  const news = isRestated && events.length === 0 ? [{ type: 'policy-changed' as const, ...nothingRecorded }] : events;
  const version = news.length === 0 ? before.version : before.version + 1;
  const policy = await store(tx, context, before, { state, events: news }, [
    ...(await enrollments.putBeside(tx, owner, enrolled.changes)),
    ...(await policyEffects.putBeside(tx, owner, changedFrom ? [{ version, changedFrom }] : [])),
  ]);
  if (!isYielding && (elected || mayChangeNamedNights(before, decision)))
    await updateNamedNights(tx, context, { before, policy, facts, course, since: namedSince(before, decision, today) });
  return { policy, enrollments: enrolled.rows };
};

type Named = {
  before: Policy;
  policy: Policy;
  facts: EnrollmentFacts;
  course: Course;
  since: CalendarDate;
};

/** Keeps which nights a policy names from a day on, and lets others take or leave those that differ. */
const updateNamedNights = async (
  tx: Work,
  context: Context,
  { before, policy, facts, course, since }: Named,
): Promise<void> => {
  if (policy.boundAt === null) return;
  const known = await namedBy(tx, policy, since);
  const { elections, properties } = facts;
  const { productLine } = policy.details;
  const naming = nightsNamed({ productLine, stretches: stretches(course.changes, course.base), elections }, since);
  const named = (await mapInSlices(properties, naming)).flat();
  const parts = partsBy({ known, named }, ({ propertyId }) => propertyId, PROPERTIES_A_PART);
  const changes = await mapInSlices(parts, (part) => namingChange(part.known, part.named, since));
  const from = soonest(changes.map((change) => change.from));
  if (!from) return;
  await keepNamed(tx, policy, changes);
  const ids = await policiesElectingBroadly(tx, policy, [before.details.productLine, productLine]);
  await rederivePolicies(tx, context, { ids, from }, { isYielding: true });
};

const store = async (
  tx: Work,
  context: Context,
  before: Policy,
  decision: Decision<Policy, PolicyEvent | EnrollmentEvent>,
  beside: readonly Beside[] = [],
): Promise<Policy> => {
  if (decision.events.length === 0) {
    await runBeside(tx, beside);
    return keepNotes(tx, before, decision.state);
  }
  const announced = announcing(decision, await readChangesAhead(tx, decision.state));
  const policy = await policies.replace(tx, context, before, announced, ...beside);
  if (!policy) throw new ConcurrentChange();
  return policy;
};

const keepNotes = async (tx: Work, before: Policy, after: Policy): Promise<Policy> => {
  const isSame = before.sweepOn?.toString() === after.sweepOn?.toString();
  if (!isSame || before.enrollmentCount !== after.enrollmentCount) await policies.note(tx, after);
  return after;
};

/** Policies of more properties have a transaction of their own. */
export const MOST_SHARED = 100;

/** Stores a decision about a locked policy; its enrollments are looked at only where they may follow. */
export const storePolicy = async (
  tx: Work,
  context: Context,
  before: Policy,
  decision: PolicyDecision,
): Promise<Policy> => {
  if (!firstAffectedNight(before, decision, context)) return store(tx, context, before, decision);
  // Naming nights must exclude all others of the organization; events in one transaction would hold its lock together.
  if (tx.isShared && (before.enrollmentCount > MOST_SHARED || mayChangeNamedNights(before, decision)))
    throw new NeedsOwnTransaction();
  const facts = await enrollmentFacts(tx, before);
  return (await storeEnrolled(tx, context, before, decision, facts)).policy;
};

/** Lets a policy follow what happened elsewhere; one that is not there has nothing to follow. */
export const followPolicy = async (
  tx: Work,
  context: Context,
  policyId: string,
  decide: (policy: Policy) => PolicyDecision | Promise<PolicyDecision>,
): Promise<void> => {
  const policy = await policies.find(tx, context.actor, policyId);
  if (policy) await storePolicy(tx, context, policy, await decide(policy));
};

/** Stores a locked policy as of today: what has come into effect since the last sweep, and its enrollments from a night on. */
export const storeToday = async (
  tx: Work,
  context: Context,
  before: Policy,
  how: Rederive & { from: CalendarDate },
): Promise<EnrolledPolicy> => {
  const today = businessDate(context.now);
  const changes = await changesFor(tx, before, shownDay(before, today), today);
  const decision = bringToToday(before, showToday(before, changes, today));
  return storeEnrolled(tx, context, before, decision, await enrollmentFacts(tx, before), how);
};

/** The policies that a statement concerns, and the first night on which it may. */
export type Touched = { ids: string[]; from: CalendarDate };

/**
 * Derives the enrollments of policies again, after something that they follow from has changed. Each is brought to
 * today: the sweep finds only what is not derived as of today yet.
 */
export const rederivePolicies = async (
  tx: Work,
  context: Context,
  touched: Touched | undefined,
  how: Omit<Rederive, 'from'> = {},
): Promise<void> => {
  if (!touched || touched.ids.length === 0) return;
  // Each is read in its turn: what one names now changes others.
  for (const id of touched.ids.toSorted().toReversed()) {
    const [policy] = await policies.select(tx, 'where t.id = $1 for update', [id]);
    if (policy) await storeToday(tx, context, policy, { ...how, from: touched.from });
  }
};

/** Lets others follow a change of a stored policy, and returns it as it is then: they may have changed it, too. */
export const rederiveOthers = async (
  tx: Work,
  context: Context,
  stored: EnrolledPolicy,
  others: Touched | undefined,
): Promise<EnrolledPolicy> => {
  if (!others) return stored;
  await rederivePolicies(tx, context, others);
  return asItIsNow(tx, stored);
};

/** A stored policy after others have changed. */
export const asItIsNow = async (tx: Work, stored: EnrolledPolicy): Promise<EnrolledPolicy> => {
  const [policy = stored.policy] = await policies.select(tx, 'where t.id = $1', [stored.policy.id]);
  if (policy.version === stored.policy.version) return stored;
  return { policy, enrollments: (await enrollmentFacts(tx, policy)).enrolled };
};
