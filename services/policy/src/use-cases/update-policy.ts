import { inTransaction, type Target, type Work } from '@staycover/change';
import { assertVersion, businessDate, type CalendarDate, type Context } from '@staycover/kernel';
import { type EnrolledPolicy, enrollmentFacts, loadEnrolled } from '../db/enrolled-policies.ts';
import { openRenewalAfter } from '../db/followed-renewals.ts';
import { policies } from '../db/policies.ts';
import { changesFor } from '../db/policy-changes.ts';
import type { Statement } from '../domain/election.ts';
import { eligibility } from '../domain/eligibility.ts';
import { endorse, toEndorsement } from '../domain/endorse.ts';
import type { Policy, PolicyChanges, Term } from '../domain/policy.ts';
import type { PolicyChange } from '../domain/policy-change.ts';
import { changesToRead, type PolicyDecision, shownDay } from '../domain/policy-in-time.ts';
import { currentRenewal } from '../domain/renewal.ts';
import { announcing } from '../events.ts';
import { assertFits } from './assert-fits.ts';
import { afterWaiting, loadToday } from './load-today.ts';
import { type Locking, lockingOrganization } from './locking-organization.ts';
import { stateOwnElections } from './state-elections.ts';
import { firstAffectedNight, rederiveOthers, storeEnrolled } from './store-policy.ts';

export type UpdatePolicy = Target & {
  changes: PolicyChanges;
  statement: Statement | undefined;
  /** From when dated members hold; today without it. */
  effectiveFrom?: CalendarDate | undefined;
};

/** Changes what the command provides of a policy, its own elections included. */
export const updatePolicy = async (
  work: Work,
  context: Context,
  command: UpdatePolicy,
  locking?: Locking,
): Promise<EnrolledPolicy> => {
  const alone = command.statement ? undefined : await updateAlone(work, context, command);
  if (alone) return alone;
  const change = (tx: Work): Promise<EnrolledPolicy> => updateEnrolled(tx, context, command);
  return command.statement || mayTouchOthers(command)
    ? lockingOrganization(work, context, command.id, change, locking)
    : inTransaction(work, change);
};

/**
 * Changes a policy by one read and one statement. Undefined, and nothing done, when its list of changes has to be read,
 * when its enrollments may follow, which takes a lock, or when another change came first.
 */
const updateAlone = async (work: Work, asked: Context, command: UpdatePolicy): Promise<EnrolledPolicy | undefined> => {
  const { policy: before, earlier, enrollments } = await loadEnrolled(work, asked.actor, command.id);
  assertVersion(policies.resource, before.version, command.ifMatch);
  const context = afterWaiting(asked, before);
  const today = businessDate(context.now);
  if (changesToRead(before, startDay(command, before, today), today) !== 'none') return undefined;
  const decision = await decide(before, [], command, earlier, context);
  if (firstAffectedNight(before, decision, context)) return undefined;
  const policy = await policies.replace(work, context, before, announcing(decision, []));
  return policy && { policy, enrollments };
};

const startDay = ({ effectiveFrom }: UpdatePolicy, policy: Policy, today: CalendarDate): CalendarDate =>
  effectiveFrom ?? shownDay(policy, today);

const decide = async (
  policy: Policy,
  ahead: readonly PolicyChange[],
  { changes, effectiveFrom }: UpdatePolicy,
  earlier: readonly Term[],
  context: Context,
): Promise<PolicyDecision> => {
  const endorsement = toEndorsement(policy, changes, effectiveFrom);
  return assertFits(endorse(policy, ahead, endorsement, earlier, context), changes, ahead, context);
};

const updateEnrolled = async (tx: Work, asked: Context, command: UpdatePolicy): Promise<EnrolledPolicy> => {
  const { statement } = command;
  const { before, context } = await loadToday(tx, asked, command);
  const today = businessDate(context.now);
  const ahead = await changesFor(tx, before, startDay(command, before, today), today);
  const elected = statement && (await stateOwnElections(tx, before, statement, context));
  const facts = await enrollmentFacts(tx, before);
  const decided = await decide(before, ahead, command, facts.earlier, context);
  const decision = await showingRenewal(tx, before, decided);
  const stored = await storeEnrolled(tx, context, before, decision, facts, {
    from: elected?.from,
    isRestated: elected?.isRestated,
    beyondLimit: statement ? 'refuse' : 'hold',
  });
  return rederiveOthers(tx, context, stored, elected?.others);
};

/** Whether a change may move properties between the policies of the organization. */
const mayTouchOthers = ({ changes: { terms, details } }: UpdatePolicy): boolean =>
  details.productLine !== undefined || eligibility.some((name) => terms[name] !== undefined);

/** Another end of the term shows another renewal. */
const showingRenewal = async (tx: Work, before: Policy, decision: PolicyDecision): Promise<PolicyDecision> => {
  const { state, events } = decision;
  if (state.termEnd.equals(before.termEnd)) return decision;
  const currentRenewalId = currentRenewal(before, await openRenewalAfter(tx, before.id, state.termEnd));
  return { state: { ...state, currentRenewalId }, events };
};
