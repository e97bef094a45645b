import { type CalendarDate, DomainError, type Fault } from '@staycover/kernel';
import { findFaults } from './contradictions.ts';
import { applyMembers, type DatedMembers, type MemberChanges } from './dated-members.ts';
import type { PolicyChange } from './policy-change.ts';
import { type DatedPolicy, type Stretch, stretches } from './policy-on.ts';

const refuse = (faults: Fault[]): void => {
  if (faults.length > 0) throw DomainError.invalid(faults);
};

/** @throws DomainError `invalid-request` when members contradict each other. */
export const assertMembers = (members: DatedMembers, given: MemberChanges): void => refuse(findFaults(members, given));

/** The policy from the first later change on that contradicts members which hold from a day on. */
export const findContradicted = (
  before: DatedPolicy,
  given: MemberChanges,
  from: CalendarDate,
  later: readonly PolicyChange[],
): Stretch | undefined => {
  const members = applyMembers(before.members, given);
  const [, ...behind] = stretches(later, { from, policy: { ...before, members } });
  return behind.find(({ policy }) => findFaults(policy.members, given).length > 0);
};

/**
 * Checks members from a day on, alone and with each later change.
 * @throws DomainError `invalid-request` when members contradict each other or a later change.
 */
export const assertConsistent = (
  before: DatedPolicy,
  given: MemberChanges,
  from: CalendarDate,
  later: readonly PolicyChange[],
): void => {
  assertMembers(applyMembers(before.members, given), given);
  const contradicted = findContradicted(before, given, from, later);
  if (!contradicted) return;
  refuse(findFaults(contradicted.policy.members, given, ` of the change of ${contradicted.from}`).slice(0, 1));
};
