import { type CalendarDate, isAfter, isSame, type RateVersion } from '@staycover/kernel';
import { applyMembers, type DatedMembers } from './dated-members.ts';
import type { PolicyStatus } from './policy.ts';
import { type ChangeKind, INVOICE_UNPAID, inEffectOrder, type PolicyChange } from './policy-change.ts';

/** A policy as it is on a day, as far as that is dated. */
export type DatedPolicy = {
  status: PolicyStatus;
  /** The first day of the status, its reason and its note. */
  statusSince: CalendarDate;
  statusReason: string | null;
  statusNote: string | null;
  members: DatedMembers;
};

type Moves = Record<PolicyStatus, PolicyStatus>;

const stays: Moves = {
  PENDING: 'PENDING',
  ACTIVE: 'ACTIVE',
  SUSPENDED: 'SUSPENDED',
  CANCELLED: 'CANCELLED',
  EXPIRED: 'EXPIRED',
  SUPERSEDED: 'SUPERSEDED',
};
const suspends: Moves = { ...stays, ACTIVE: 'SUSPENDED' };
const resumes: Moves = { ...stays, SUSPENDED: 'ACTIVE' };
const cancels: Moves = { ...stays, ACTIVE: 'CANCELLED', SUSPENDED: 'CANCELLED' };

/** The status after each kind of change; a status that is not listed does not change. */
const moves: Record<ChangeKind, Moves> = {
  ISSUE: stays,
  CHANGE: stays,
  CORRECTION: stays,
  SUSPEND: suspends,
  RESUME: resumes,
  CANCEL: cancels,
  REINSTATE: { ...stays, CANCELLED: 'ACTIVE' },
  EXPIRE: { ...stays, ACTIVE: 'EXPIRED', SUSPENDED: 'EXPIRED' },
  SUPERSEDE: { ...stays, ACTIVE: 'SUPERSEDED', SUSPENDED: 'SUPERSEDED', EXPIRED: 'SUPERSEDED' },
  RENEW: { ...stays, EXPIRED: 'ACTIVE' },
};

const correctedTo: Record<PolicyStatus, Moves> = {
  PENDING: stays,
  ACTIVE: resumes,
  SUSPENDED: suspends,
  CANCELLED: cancels,
  EXPIRED: stays,
  SUPERSEDED: stays,
};

/** The status after a change. */
export const statusAfter = (status: PolicyStatus, change: Pick<PolicyChange, 'kind' | 'status'>): PolicyStatus => {
  const move = change.kind === 'CORRECTION' && change.status ? correctedTo[change.status] : moves[change.kind];
  return move[status];
};

const issued = ({ effectiveFrom, reason, note, members }: PolicyChange): DatedPolicy => ({
  status: 'ACTIVE',
  statusSince: effectiveFrom,
  statusReason: reason,
  statusNote: note,
  members: members as DatedMembers,
});

const versionKey = ({ planId, effectiveFrom, version }: RateVersion) =>
  JSON.stringify([planId, effectiveFrom, version]);

const addRates = (members: DatedMembers, added: readonly RateVersion[]): DatedMembers => {
  if (added.length === 0) return members;
  const keys = new Set(added.map(versionKey));
  const kept = members.rateTableVersions.filter((version) => !keys.has(versionKey(version)));
  return { ...members, rateTableVersions: [...kept, ...added] };
};

/** Why a change moves the status: one of the known reasons, and for a correction the words of who made it. */
const statusCause = ({ kind, reason, note }: PolicyChange): Pick<DatedPolicy, 'statusReason' | 'statusNote'> =>
  kind === 'CORRECTION'
    ? { statusReason: 'CORRECTION', statusNote: note ?? reason }
    : { statusReason: reason, statusNote: note };

/** Whether unpaid invoices have suspended it, so that it resumes when these are settled. */
export const isSuspendedByInvoices = ({
  status,
  statusReason,
}: Pick<DatedPolicy, 'status' | 'statusReason'>): boolean => status === 'SUSPENDED' && statusReason === INVOICE_UNPAID;

/** A person suspends what unpaid invoices have suspended: it does not resume when these are paid. */
const keepsSuspended = (policy: DatedPolicy, { kind, reason, status: corrected }: PolicyChange): boolean =>
  isSuspendedByInvoices(policy) && reason !== INVOICE_UNPAID && (kind === 'SUSPEND' || corrected === 'SUSPENDED');

/** A reinstatement takes back the cancellation of its own day; an earlier one, which was recorded since, it does not. */
const isOfAnotherEnd = ({ statusSince }: DatedPolicy, { kind, effectiveFrom }: PolicyChange): boolean =>
  kind === 'REINSTATE' && !statusSince.equals(effectiveFrom);

/** The policy once a change has taken effect. Nothing takes effect before the policy is issued. */
export const applyChange = (policy: DatedPolicy | null, change: PolicyChange): DatedPolicy | null => {
  if (change.kind === 'ISSUE') return issued(change);
  if (policy === null) return null;
  const members = addRates(applyMembers(policy.members, change.members), change.addedRates);
  const status = isOfAnotherEnd(policy, change) ? policy.status : statusAfter(policy.status, change);
  if (status !== policy.status) return { status, statusSince: change.effectiveFrom, ...statusCause(change), members };
  return { ...policy, ...(keepsSuspended(policy, change) && statusCause(change)), members };
};

/** The policy on a day, by the changes effective by then, in the order of day and sequence; null before its issue. */
export const policyOn = (
  changes: readonly PolicyChange[],
  day: CalendarDate,
  base: DatedPolicy | null = null,
): DatedPolicy | null =>
  inEffectOrder(changes)
    .filter(({ effectiveFrom }) => !isAfter(effectiveFrom, day))
    .reduce(applyChange, base);

/** The policy from a day on, until the next stretch. */
export type Stretch = { from: CalendarDate; policy: DatedPolicy };

/** Changes, all of them or those after `base`, the policy as of some day. */
export type Course = { changes: readonly PolicyChange[]; base: Stretch | null };

/** The policy over time, from `base` or from its issue on; a stretch begins where something is different. */
export const stretches = (changes: readonly PolicyChange[], base: Stretch | null = null): Stretch[] =>
  inEffectOrder(changes).reduce<Stretch[]>(
    (found, change) => {
      const policy = applyChange(found.at(-1)?.policy ?? null, change);
      const before = found.at(-1)?.from.equals(change.effectiveFrom) ? found.slice(0, -1) : found;
      const isNew = policy !== null && !isSame(before.at(-1)?.policy, policy);
      return isNew ? [...before, { from: change.effectiveFrom, policy }] : before;
    },
    base ? [base] : [],
  );

/** What is recorded and not yet in effect on a day, in order. */
export const changesAhead = (changes: readonly PolicyChange[], day: CalendarDate): PolicyChange[] =>
  inEffectOrder(changes).filter(({ effectiveFrom }) => isAfter(effectiveFrom, day));

/** The dated members from a day on, as billing prices nights by them. */
export const inForceFrom = (
  changes: readonly PolicyChange[],
  day: CalendarDate,
  base: Stretch | null = null,
): { from: CalendarDate; members: DatedMembers }[] => {
  const all = stretches(changes, base);
  const first = Math.max(
    0,
    all.findLastIndex(({ from }) => !isAfter(from, day)),
  );
  return all
    .slice(first)
    .map(({ from, policy }) => ({ from, members: policy.members }))
    .filter(({ members }, i, list) => i === 0 || !isSame(members, list[i - 1]!.members));
};
