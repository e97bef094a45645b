import { businessDate, type CalendarDate, type Context, type Instant, isLater, soonest } from '@staycover/kernel';
import { customersElections, type Elsewhere } from './customer-rights.ts';
import { ALL_POLICIES, type KeptElection, type StatedElection } from './election.ts';
import {
  correctElection,
  electionsChangedFrom,
  isLive,
  replaceElections,
  type Stating,
  stateEach,
  stateElection,
  withdrawElections,
} from './election-days.ts';

/** What a statement does to the elections that are kept. */
export type Elected = {
  removed: KeptElection[];
  /** New ones, and those that ended. */
  stated: KeptElection[];
  /** The first night that may be decided differently; undefined when nothing changed. */
  from: CalendarDate | undefined;
};

const elected = (before: readonly KeptElection[], after: readonly KeptElection[]): Elected => {
  const known = new Set(before);
  const ids = new Set(after.map(({ id }) => id));
  return {
    removed: before.filter(({ id }) => !ids.has(id)),
    stated: after.filter((election) => !known.has(election)),
    from: changedFrom(before, after),
  };
};

/** The first night that may be decided differently for one of the policies: one that moves to another counts for both. */
const changedFrom = (before: readonly KeptElection[], after: readonly KeptElection[]): CalendarDate | undefined => {
  const [was, is] = [byPolicy(before), byPolicy(after)];
  const ids = new Set([...was.keys(), ...is.keys()]);
  return soonest([...ids].map((id) => electionsChangedFrom(was.get(id) ?? [], is.get(id) ?? [])));
};

const byPolicy = (elections: readonly KeptElection[]) => Map.groupBy(elections, ({ policyId }) => policyId);

type Stater = Context & {
  /** When it was stated, if that was before now: what was stated since stands. */
  statedBefore?: Instant | undefined;
};

const nothingElsewhere: Elsewhere = { forAll: [], decidingTogether: [], takesByName: () => false };

/** The elections of a policy after its body stated some, under whatever names they are known. */
const stateOwn = (
  policyId: string,
  known: readonly KeptElection[],
  elections: readonly StatedElection[],
  { now, statedBefore, newId }: Stater,
  state: Stating,
): readonly KeptElection[] => {
  const statedAt = statedBefore ?? now;
  const stated = elections.map((one) => ({ ...one, id: newId(), policyId, own: true, statedAt }));
  return stateEach(known, stated, (list, one) =>
    statedBefore && isOvertaken(list, statedBefore)
      ? list
      : state(list, one).map((election) => (isLive(election) ? { ...election, own: true, statedAt } : election)),
  );
};

const isOvertaken = (elections: readonly KeptElection[], statedAt: Instant): boolean =>
  elections.some((one) => isLater(one.statedAt, statedAt));

/**
 * Replaces the policy's own elections; those not stated any more are withdrawn. Only underwriters set rates and plans: for
 * other callers both stay unchanged.
 */
export const electOwn = (
  policyId: string,
  known: readonly KeptElection[],
  elections: readonly StatedElection[],
  context: Stater,
  elsewhere: Elsewhere = nothingElsewhere,
): Elected => {
  const statedAt = context.statedBefore ?? context.now;
  const today = businessDate(statedAt);
  const isUnderwriter = context.actor.roles.includes('underwrite');
  const meant = isUnderwriter ? elections : customersElections(elections, known, elsewhere, today);
  const stated = stateOwn(policyId, known, meant, context, (list, one) => stateElection(list, one, today));
  const names = new Set(elections.map(({ electionId }) => electionId));
  const left = known.filter((one) => one.own && isLive(one) && !names.has(one.electionId));
  const ids = new Set(left.map(({ electionId }) => electionId));
  // The ones that end keep when they were withdrawn: an older statement that comes later does not bring them back.
  const kept = withdrawElections(stated, ids, today).map((one, i) => (one === stated[i] ? one : { ...one, statedAt }));
  return elected(known, kept);
};

/** Corrects elections of a policy from a day on; those that are not stated stay. */
export const correctOwn = (
  policyId: string,
  known: readonly KeptElection[],
  elections: readonly StatedElection[],
  from: CalendarDate,
  context: Stater,
): Elected => {
  const today = businessDate(context.now);
  const correcting: Stating = (list, one) => correctElection(list, one, from, today);
  return elected(known, stateOwn(policyId, known, elections, context, correcting));
};

export type Inbound = { policyId: string; statedAt: Instant; today: CalendarDate; newId: () => string };

/**
 * Takes elections of another system, by their names within the organization: a later one replaces the one of the same
 * name, wherever it was stated.
 */
export const electInbound = (
  { policyId, statedAt, today, newId }: Inbound,
  known: readonly KeptElection[],
  elections: readonly StatedElection[],
): Elected => {
  const all = elections.map((one) => ({ ...one, id: newId(), policyId, own: false, statedAt }));
  const kept = stateEach(known, all, (list, stated) => {
    const replaced = list.filter((election) => isLive(election) && isReplacedBy(election, policyId));
    const { here = [], elsewhere = [] } = Object.groupBy(list, (election) =>
      election.policyId === policyId ? 'here' : 'elsewhere',
    );
    if (isOvertaken([...replaced, ...here], statedAt)) return list;
    const [first, ...more] = replaced;
    if (!first) return [...elsewhere, ...stateElection(here, stated, today)];
    if (more.length > 0 || first.policyId !== policyId) {
      const isLeft = (election: KeptElection) => !replaced.includes(election);
      const earlier = here.filter(isLeft);
      return [...elsewhere.filter(isLeft), ...replaceElections([first, ...more], stated, today, earlier)];
    }
    const after = stateElection(here, stated, today).map((election) => restated(election, first, statedAt));
    return [...elsewhere, ...after];
  });
  return elected(known, kept);
};

/** What another system states counts as its own, and as of then, also when it is the same. */
const restated = (election: KeptElection, old: KeptElection, statedAt: Instant): KeptElection =>
  isLive(election) && election.id === old.id ? { ...election, own: false, statedAt } : election;

/** Another policy's own election may bear the same name by chance; everything else of that name is the same election. */
const isReplacedBy = ({ policyId, own }: KeptElection, target: string): boolean =>
  policyId === target || policyId === ALL_POLICIES || target === ALL_POLICIES || !own;
