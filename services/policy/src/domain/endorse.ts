import {
  businessDate,
  type CalendarDate,
  DomainError,
  earliest,
  isAfter,
  isBefore,
  isSame,
  unchanged,
} from '@staycover/kernel';
import { assertConsistent, assertMembers } from './consistent.ts';
import {
  applyMembers,
  type DatedMembers,
  type MemberChanges,
  toDatedMembers,
  withDatedMembers,
} from './dated-members.ts';
import type { Policy, PolicyChanges, PolicyTerms, Term } from './policy.ts';
import { MOST_AHEAD, type PolicyChange } from './policy-change.ts';
import { type KeptDetails, mergeCoverage, type PolicyDetails } from './policy-details.ts';
import {
  type Author,
  assertNotFinal,
  changeEvent,
  dated,
  type PolicyDecision,
  record,
  retroactive,
  shownDay,
  showToday,
  stateDay,
} from './policy-in-time.ts';
import { changesAhead } from './policy-on.ts';
import { nothingAnnounced } from './renewal.ts';

/** What of a policy changes at once. */
type UndatedChanges = {
  terms?: Partial<Pick<PolicyTerms, 'contractId' | 'termStart' | 'termEnd' | 'autoRenew'>>;
  details?: Partial<Omit<PolicyDetails, keyof DatedMembers>>;
};

/** A PUT: the provided members, and their first day. */
export type Endorsement = UndatedChanges & { effectiveFrom?: CalendarDate | undefined; members?: MemberChanges };

/** What a body changes of a policy, parted into what has a date and what changes at once. */
export const toEndorsement = (
  policy: Policy,
  { terms, details, coverage }: PolicyChanges,
  effectiveFrom: CalendarDate | undefined,
): Endorsement => {
  const datedNames = new Set(Object.keys(toDatedMembers(policy)));
  const part = (members: object, isDated: boolean) =>
    Object.fromEntries(Object.entries(members).filter(([name]) => datedNames.has(name) === isDated));
  const members: MemberChanges = { ...part(terms, true), ...part(details, true) };
  return {
    effectiveFrom,
    terms: part(terms, false) as UndatedChanges['terms'] & object,
    details: part(details, false) as UndatedChanges['details'] & object,
    members: coverage === undefined ? members : { ...members, coverage },
  };
};

/**
 * Changes what an endorsement provides, dated members from its day on. `changes` are those that are ahead, or all when
 * it takes effect before the day that the row shows.
 * @throws DomainError `policy-final`, `retroactive-change`, `policy-not-in-force`, `change-limit`, or `invalid-request`.
 */
export const endorse = (
  stored: Policy,
  changes: readonly PolicyChange[],
  endorsement: Endorsement,
  earlier: readonly Term[],
  context: Author,
): PolicyDecision => {
  const today = businessDate(context.now);
  const policy = showToday(stored, changes, today);
  assertNotFinal(policy);
  const { effectiveFrom } = endorsement;
  if (policy.boundAt === null && effectiveFrom) throw fault('/effectiveFrom', 'must be absent: the policy is PENDING');
  const from = effectiveFrom ?? shownDay(policy, today);
  const isPast = isBefore(from, today);
  const day = isPast ? shownDay(policy, today) : from;
  const members = differing(dated(policy, changes, day, today).members, endorsement.members ?? {});
  const changed = withUndated(policy, endorsement, today);
  const isDated = Object.keys(members).length > 0;
  if (!isDated && isSame(policy, changed)) return unchanged(stored);
  if (isPast && policy.boundAt) throw retroactive(`The change would take effect before ${today}.`, today);
  if (policy.boundAt) assertAllowed(policy, changed, { isDated, from, today });
  assertTerm(changed, earlier);
  if (policy.boundAt === null) return endorseUnbound(changed, members);
  assertConsistent(dated(policy, changes, from, today), members, from, changesAhead(changes, from));
  if (isDated) assertRoomAhead(policy, changes, from, today);
  const draft = isDated ? { kind: 'CHANGE' as const, effectiveFrom: from, members } : null;
  return record(changed, changes, draft, context);
};

/** Another end of the term has notices of its own. */
const withUndated = (policy: Policy, { terms, details }: UndatedChanges, today: CalendarDate): Policy => {
  const changed = {
    ...policy,
    ...terms,
    details: { ...policy.details, ...details, ...keptLine(policy, details, today) },
  };
  return changed.termEnd.equals(policy.termEnd) ? changed : { ...changed, ...nothingAnnounced };
};

/** Nights that have passed keep the product line that they had. */
const keptLine = (
  policy: Policy,
  details: UndatedChanges['details'],
  today: CalendarDate,
): Pick<KeptDetails, 'earlierLines'> => {
  const { productLine, earlierLines = [] } = policy.details;
  const { productLine: next = productLine } = details ?? {};
  const until = stateDay(policy, today).toString();
  if (policy.boundAt === null || next === productLine || earlierLines.at(-1)?.until === until) return {};
  return { earlierLines: [...earlierLines, { until, productLine }] };
};

const fault = (pointer: string, detail: string) => DomainError.invalid([{ pointer, detail }]);

/** A PENDING policy has no list: its row counts from the beginning of its term. */
const endorseUnbound = (policy: Policy, changes: MemberChanges): PolicyDecision => {
  const members = applyMembers(toDatedMembers(policy), changes);
  assertMembers(members, changes);
  const state = withDatedMembers({ ...policy, firstTermStart: policy.termStart }, members);
  return { state, events: [changeEvent(policy, state)] };
};

/** The given members that do not hold already, of coverage, too: what is only stated again is not bound to the day. */
export const differing = (members: DatedMembers, given: MemberChanges): MemberChanges => {
  const { coverage, ...others } = given;
  const isSameCoverage = coverage === undefined || isSame(members.coverage, mergeCoverage(members.coverage, coverage));
  const changed = isSameCoverage ? {} : { coverage: coverage && changedIn(members.coverage, coverage) };
  return { ...changedIn(members, others), ...changed };
};

const changedIn = <T extends object>(known: object | null, given: T): Partial<T> => {
  const before = new Map<string, unknown>(Object.entries(known ?? {}));
  const changed = Object.entries(given).filter(
    ([name, value]) => !before.has(name) || !isSame(before.get(name), value),
  );
  return Object.fromEntries(changed) as Partial<T>;
};

type Asked = { isDated: boolean; from: CalendarDate; today: CalendarDate };

const assertAllowed = (policy: Policy, changed: Policy, { isDated, from, today }: Asked): void => {
  const { status, firstTermStart, termStart, termEnd, policyReference } = policy;
  const movesTerm = !changed.termStart.equals(termStart) || !changed.termEnd.equals(termEnd);
  if (status === 'EXPIRED' && (isDated || movesTerm)) {
    throw new DomainError('policy-not-in-force', `Policy ${policyReference} is EXPIRED; correct it, or renew it.`);
  }
  if (!changed.termStart.equals(termStart)) {
    throw retroactive(`A bound policy keeps its termStart ${termStart}.`, termStart);
  }
  if (isAfter(changed.termEnd, termEnd) && isBefore(termEnd, today.subtract({ days: 1 }))) {
    throw new DomainError(
      'policy-not-in-force',
      `The term ended on ${termEnd}, and nights have passed since; renew it.`,
    );
  }
  const limit = earliest(today.subtract({ days: 1 }), termEnd);
  if (isBefore(changed.termEnd, limit)) throw retroactive(`The term would end before ${limit}.`, limit);
  if (isDated && isBefore(from, firstTermStart)) {
    throw fault('/effectiveFrom', `must not be before ${firstTermStart}, when the first term starts`);
  }
};

const assertRoomAhead = (
  policy: Policy,
  changes: readonly PolicyChange[],
  from: CalendarDate,
  today: CalendarDate,
): void => {
  const day = shownDay(policy, today);
  if (!isAfter(from, day) || changesAhead(changes, day).length < MOST_AHEAD) return;
  throw new DomainError('change-limit', `Policy ${policy.policyReference} has ${MOST_AHEAD} changes ahead already.`);
};

const assertTerm = ({ termStart, termEnd }: Policy, earlierTerms: readonly Term[]): void => {
  const before = earlierTerms.at(-1);
  if (before && !isAfter(termStart, before.termEnd)) {
    throw fault('/termStart', `must be after ${before.termEnd}, the end of the term before`);
  }
  if (isBefore(termEnd, termStart)) throw fault('/termEnd', 'must not be below termStart');
};
