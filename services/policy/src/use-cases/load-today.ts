import type { Target, Work } from '@staycover/change';
import { assertVersion, businessDate, type CalendarDate, type Context, isAfter, isLater } from '@staycover/kernel';
import type { EnrolledPolicy } from '../db/enrolled-policies.ts';
import { policies } from '../db/policies.ts';
import { changesFor } from '../db/policy-changes.ts';
import { showOn } from '../domain/enrollment.ts';
import { dayAfterTerm, type Policy } from '../domain/policy.ts';
import { dated, showToday } from '../domain/policy-in-time.ts';
import { storeToday } from './store-policy.ts';

const hasCome = (day: CalendarDate | null, today: CalendarDate): boolean => day !== null && !isAfter(day, today);

/** Whether time has changed what is shown of a policy, and no sweep has stored that yet. */
export const isBehind = (policy: Pick<Policy, 'changeDueOn' | 'sweepOn'>, today: CalendarDate): boolean =>
  hasCome(policy.changeDueOn, today) || hasCome(policy.sweepOn, today);

/** Not before what was stored while the command waited for its turn: the row shows the day of that. */
export const afterWaiting = (context: Context, { lastModifiedDate }: Policy): Context =>
  isLater(lastModifiedDate, context.now) ? { ...context, now: lastModifiedDate } : context;

/**
 * A locked policy that a command is about, as of today: what has come into effect since the last sweep is stored first.
 * The command goes on in the given context.
 * @throws DomainError `not-found`, or `precondition-failed` when it is at another version.
 */
export const loadToday = async (
  tx: Work,
  asked: Context,
  { id, ifMatch }: Target,
): Promise<{ before: Policy; context: Context }> => {
  const policy = await policies.load(tx, asked.actor, id);
  assertVersion(policies.resource, policy.version, ifMatch);
  const context = afterWaiting(asked, policy);
  const today = businessDate(context.now);
  if (!hasCome(policy.changeDueOn, today)) return { before: policy, context };
  const stored = await storeToday(tx, context, policy, { from: today });
  return { before: stored.policy, context };
};

/** A stored policy as of today, although no sweep came. */
export const enrolledToday = async (
  work: Work,
  found: EnrolledPolicy,
  today: CalendarDate,
): Promise<EnrolledPolicy> => {
  const { policy, enrollments } = found;
  if (!isBehind(policy, today)) return found;
  const changes = await changesFor(work, policy, today, today);
  const shown = showToday(policy, changes, today);
  const { members } = dated(shown, changes, today, today);
  const show = showOn({ today, members, end: dayAfterTerm(shown) });
  return { policy: shown, enrollments: enrollments.map((row) => show(row, row, row)) };
};
