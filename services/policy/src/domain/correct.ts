import {
  businessDate,
  type CalendarDate,
  DomainError,
  type Fault,
  isAfter,
  isBefore,
  unchanged,
} from '@staycover/kernel';
import { assertConsistent } from './consistent.ts';
import type { MemberChanges } from './dated-members.ts';
import { differing } from './endorse.ts';
import { liveStatuses, type Policy } from './policy.ts';
import type { ChangeKind, PolicyChange } from './policy-change.ts';
import { type Author, dated, type PolicyDecision, record, showToday } from './policy-in-time.ts';
import { changesAhead, type DatedPolicy } from './policy-on.ts';

/** What reaches into the past, and why. */
export type Correction = {
  effectiveFrom: CalendarDate;
  reason: string;
  note?: string | null;
  members?: MemberChanges;
  status?: 'ACTIVE' | 'SUSPENDED' | 'CANCELLED';
  /** Whether elections are corrected along with it, which is a change even when the policy's members hold already. */
  corrects?: boolean;
};

/** How long after its day a cancellation can be taken back. */
const REINSTATEMENT_DAYS = 30;

/**
 * Corrects a bound policy from a day up to today on, also after its end. `changes` are all of them for a day
 * before the one that the row shows, else those that are ahead.
 * @throws DomainError `policy-not-bound`, `policy-not-in-force`, or `invalid-request`.
 */
export const correct = (
  stored: Policy,
  changes: readonly PolicyChange[],
  correction: Correction,
  context: Author,
): PolicyDecision => {
  if (stored.boundAt === null) {
    throw new DomainError('policy-not-bound', `Policy ${stored.policyReference} was never ACTIVE; change it instead.`);
  }
  const today = businessDate(context.now);
  const policy = showToday(stored, changes, today);
  assertStated(policy, correction, today);
  const { effectiveFrom, reason, note = null } = correction;
  const before = dated(policy, changes, effectiveFrom, today);
  const members = differing(before.members, correction.members ?? {});
  const move = correction.status ? toMove(policy, before, correction, today) : undefined;
  if (Object.keys(members).length === 0 && !move && !correction.corrects) {
    if (correction.status === 'ACTIVE' && !liveStatuses[policy.status]) throw notInForce(policy, today);
    return unchanged(stored);
  }
  assertConsistent(before, members, effectiveFrom, changesAhead(changes, effectiveFrom));
  const draft = { kind: 'CORRECTION' as const, effectiveFrom, members, reason, note, ...move };
  return record(policy, changes, draft, context);
};

const assertStated = ({ firstTermStart }: Policy, { effectiveFrom, reason }: Correction, today: CalendarDate): void => {
  const faults: Fault[] = [];
  if (reason.trim() === '') faults.push({ pointer: '/reason', detail: 'must say why' });
  if (isAfter(effectiveFrom, today)) faults.push({ pointer: '/effectiveFrom', detail: `must not be after ${today}` });
  if (isBefore(effectiveFrom, firstTermStart)) {
    const detail = `must not be before ${firstTermStart}, when the first term starts`;
    faults.push({ pointer: '/effectiveFrom', detail });
  }
  if (faults.length > 0) throw DomainError.invalid(faults);
};

type Move = { kind: ChangeKind; status: NonNullable<Correction['status']> | null };

/** The move from the status of that day to the requested one; undefined when they are equal. */
const toMove = (
  policy: Policy,
  { status, statusSince }: DatedPolicy,
  correction: Correction,
  today: CalendarDate,
): Move | undefined => {
  const { status: asked = 'ACTIVE', effectiveFrom } = correction;
  if (status === asked) return undefined;
  if (liveStatuses[status]) return { kind: 'CORRECTION', status: asked };
  const isOwnDay = status === 'CANCELLED' && statusSince.equals(effectiveFrom);
  const lastDay = effectiveFrom.add({ days: REINSTATEMENT_DAYS });
  const isInTime = !isAfter(today, lastDay) && !isAfter(today, policy.termEnd);
  if (asked === 'ACTIVE' && isOwnDay && isInTime) return { kind: 'REINSTATE', status: null };
  throw notInForce({ ...policy, status }, effectiveFrom);
};

const notInForce = ({ policyReference, status }: Policy, day: CalendarDate): DomainError =>
  new DomainError('policy-not-in-force', `Policy ${policyReference} was ${status} on ${day}. Write a new policy.`);
