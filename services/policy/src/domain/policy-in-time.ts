import {
  businessDate,
  type CalendarDate,
  type Context,
  type Decision,
  DomainError,
  isAfter,
  isBefore,
  latest,
} from '@staycover/kernel';
import { toDatedMembers, withDatedMembers } from './dated-members.ts';
import { type Cancellation, isFinal, liveStatuses, type Policy, type PolicyStatus } from './policy.ts';
import { inEffectOrder, type PolicyChange } from './policy-change.ts';
import { applyChange, changesAhead, type DatedPolicy, policyOn } from './policy-on.ts';

/** Who changes a policy, and when. */
export type Author = Pick<Context, 'actor' | 'now'>;

/** The change that a decision records, and those that it takes back. */
export type Recorded = { change: PolicyChange | null; withdrawn: PolicyChange[] };

export const nothingRecorded: Recorded = { change: null, withdrawn: [] };

/** What happens to a policy. */
export type PolicyEvent =
  | { type: 'policy-created' }
  | ({ type: 'policy-changed' } & Recorded)
  | ({ type: 'policy-status-changed'; previousStatus: PolicyStatus } & Recorded)
  | ({ type: 'term-renewed'; renewalId: string; previousTermEnd: CalendarDate } & Recorded);

/** The new state and events of a policy; without events nothing changed. */
export type PolicyDecision = Decision<Policy, PolicyEvent>;

/** What the events of a decision record. */
export const recordedBy = ({ events }: Pick<PolicyDecision, 'events'>): PolicyChange[] =>
  events.flatMap((event) => {
    if (!('withdrawn' in event)) return [];
    return event.change ? [event.change, ...event.withdrawn] : event.withdrawn;
  });

/** The day that a policy's row shows: today, or the first day of a term that is to begin. */
export const shownDay = ({ termStart }: Policy, today: CalendarDate): CalendarDate => latest(today, termStart);

/** The day that the row shows while the policy is in force. */
export const stateDay = ({ firstTermStart }: Policy, today: CalendarDate): CalendarDate =>
  latest(today, firstTermStart);

/** The dated part of a policy's row. */
export const toDatedPolicy = (policy: Policy): DatedPolicy => ({
  status: policy.status,
  statusSince: policy.statusSince,
  statusReason: policy.statusReason,
  statusNote: policy.statusNote,
  members: toDatedMembers(policy),
});

const withDated = (policy: Policy, { members, ...status }: DatedPolicy): Policy => ({
  ...withDatedMembers(policy, members),
  ...status,
});

/** Whether a day is before the one that the policy's row shows. */
export const isBeforeShown = (policy: Policy, day: CalendarDate, today: CalendarDate): boolean =>
  isBefore(day, shownDay(policy, today));

/** The changes that a command taking effect on a day has to read; of today with nothing ahead there are none. */
export const changesToRead = (
  policy: Policy,
  day: CalendarDate,
  today: CalendarDate,
): 'all' | 'none' | { from: CalendarDate } => {
  if (policy.boundAt === null) return 'none';
  if (isBeforeShown(policy, day, today)) return 'all';
  return policy.changeDueOn ? { from: policy.changeDueOn } : 'none';
};

const notShown = (policy: Policy, changes: readonly PolicyChange[]): PolicyChange[] => {
  const { changeDueOn } = policy;
  return changeDueOn ? changes.filter(({ effectiveFrom }) => !isBefore(effectiveFrom, changeDueOn)) : [];
};

/** The policy on a day: from the row's day on by future changes, before it by all changes, or those after `base`. */
export const dated = (
  policy: Policy,
  changes: readonly PolicyChange[],
  day: CalendarDate,
  today: CalendarDate,
  base: DatedPolicy | null = null,
): DatedPolicy => {
  if (policy.boundAt === null) return toDatedPolicy(policy);
  if (isBeforeShown(policy, day, today)) return policyOn(changes, day, base) ?? toDatedPolicy(policy);
  return policyOn(notShown(policy, changes), day, toDatedPolicy(policy))!;
};

const cancellationAhead = (shown: DatedPolicy, ahead: readonly PolicyChange[]): Cancellation | null => {
  let policy: DatedPolicy | null = shown;
  for (const change of ahead) {
    policy = applyChange(policy, change);
    if (policy?.status === 'CANCELLED') break;
  }
  return policy?.status === 'CANCELLED' ? toCancellation(policy) : null;
};

const toCancellation = ({ statusSince, statusReason, statusNote }: DatedPolicy): Cancellation => ({
  effectiveDate: statusSince,
  reason: statusReason,
  note: statusNote,
});

/** What the row shows of some changes: the members of its day, and the state of today while that is in force. */
const shownBy = (
  policy: Policy,
  changes: readonly PolicyChange[],
  today: CalendarDate,
  base: DatedPolicy | null,
): DatedPolicy => {
  const shown = policyOn(changes, shownDay(policy, today), base)!;
  const state = policyOn(changes, stateDay(policy, today), base)!;
  return liveStatuses[state.status] ? { ...state, members: shown.members } : shown;
};

/** The next day on which the row changes: its state does, or a change after its day takes effect. */
const findNextChange = (
  policy: Policy,
  shown: DatedPolicy,
  changes: readonly PolicyChange[],
  today: CalendarDate,
): CalendarDate | null => {
  const day = shownDay(policy, today);
  let state: DatedPolicy | null = shown;
  for (const change of changesAhead(changes, stateDay(policy, today))) {
    state = applyChange(state, change);
    if (isAfter(change.effectiveFrom, day) || state?.status !== shown.status) return change.effectiveFrom;
  }
  return null;
};

/** The row as of today. The sweep stores it when the day of a change has come. */
export const showToday = (policy: Policy, changes: readonly PolicyChange[], today: CalendarDate): Policy => {
  if (!policy.changeDueOn || isAfter(policy.changeDueOn, stateDay(policy, today))) return policy;
  const unseen = notShown(policy, changes);
  const shown = shownBy(policy, unseen, today, toDatedPolicy(policy));
  return { ...withDated(policy, shown), changeDueOn: findNextChange(policy, shown, unseen, today) };
};

/** What a decision wants recorded. */
export type Draft = Pick<PolicyChange, 'kind' | 'effectiveFrom'> &
  Partial<Pick<PolicyChange, 'members' | 'status' | 'addedRates' | 'reason' | 'note'>>;

const drawUp = (policy: Policy, draft: Draft, { actor, now }: Author): PolicyChange => ({
  members: {},
  status: null,
  addedRates: [],
  reason: null,
  note: null,
  ...draft,
  sequence: policy.changeCount + 1,
  policyVersion: policy.version + 1,
  recordedAt: now,
  recordedBy: actor.id,
  withdrawnAt: null,
  withdrawnBy: null,
});

/** The policy with a change recorded (if any) and others withdrawn, and what happened. */
export const record = (
  policy: Policy,
  changes: readonly PolicyChange[],
  draft: Draft | null,
  context: Author,
  withdrawn: readonly PolicyChange[] = [],
): PolicyDecision => {
  const today = businessDate(context.now);
  const change = draft && drawUp(policy, draft, context);
  const gone = new Set(withdrawn.map(({ sequence }) => sequence));
  const kept = changes.filter(({ sequence }) => !gone.has(sequence));
  const all = change ? [...kept, change] : kept;
  // What the row shows may be withdrawn from it, too: with the issue at hand all changes are.
  const isWhole = all.some(({ kind }) => kind === 'ISSUE');
  const shown = isWhole
    ? shownBy(policy, all, today, null)
    : shownBy(policy, news(policy, all, change), today, toDatedPolicy(policy));
  const state: Policy = {
    ...withDated(policy, shown),
    cancellation: cancellationAhead(shown, changesAhead(all, stateDay(policy, today))),
    changeDueOn: findNextChange(policy, shown, all, today),
    changeCount: policy.changeCount + (change ? 1 : 0),
  };
  const taken = withdrawn.map((one) => ({ ...one, withdrawnAt: context.now, withdrawnBy: context.actor.id }));
  return { state, events: [changeEvent(policy, state, { change, withdrawn: taken })] };
};

const news = (policy: Policy, changes: readonly PolicyChange[], change: PolicyChange | null): PolicyChange[] => {
  const unseen = notShown(policy, changes);
  return change && !unseen.includes(change) ? inEffectOrder([...unseen, change]) : unseen;
};

/** That a policy has changed; another event when its status has. */
export const changeEvent = (
  { status: previousStatus }: Policy,
  after: Policy,
  recorded: Recorded = nothingRecorded,
): PolicyEvent =>
  previousStatus === after.status
    ? { type: 'policy-changed', ...recorded }
    : { type: 'policy-status-changed', previousStatus, ...recorded };

/** @throws DomainError `policy-final` for a cancelled or superseded policy. */
export const assertNotFinal = ({ status, policyReference }: Policy): void => {
  if (!isFinal(status)) return;
  throw new DomainError('policy-final', `Policy ${policyReference} is ${status} and does not change.`);
};

/** The refusal of a date before the earliest one that the command may take effect on. */
export const retroactive = (detail: string, earliest: CalendarDate): DomainError =>
  new DomainError('retroactive-change', detail, { earliest: earliest.toString() });
