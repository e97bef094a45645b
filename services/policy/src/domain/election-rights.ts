import { type Actor, type CalendarDate, DomainError, earliest, isAfter, isBefore, latest } from '@staycover/kernel';
import { type Election, isRated, type StatedElection, type StatedProperty, scopeKey } from './election.ts';
import { LAST_DATE } from './policy.ts';
import { type DatedElection, firstDay } from './state-elections.ts';

const BREADTH = { PROPERTY: 0, GROUP: 1, ORGANIZATION: 2 } as const;

/**
 * What of a statement is an underwriter's, as JSON pointers: nights before today, and whatever would take a property
 * away from a rate or a plan that an underwriter gave. `stated` has the rates and plans that it keeps.
 */
export const underwritersPart = (
  stated: readonly StatedElection[],
  own: readonly DatedElection[],
  today: CalendarDate,
): string[] => {
  const byName = new Map(own.map((election) => [election.electionId, election]));
  const rated = own.filter((election) => isRated(election) && !isOver(election, today));
  const broadest = Math.max(...new Set(rated.map(({ scopeType }) => BREADTH[scopeType])));
  const members = stated.flatMap((election, i) => {
    const before = byName.get(election.electionId);
    const past = pastChanges(election, before, today);
    const undercuts = isUnderRate(election, broadest) && !(before && isSameCover(election, before));
    return [...past, ...(undercuts ? ['scopeType'] : [])].map((member) => `/coverageElections/${i}/${member}`);
  });
  const byScope = Map.groupBy(stated, scopeKey);
  const goesOn = (election: Election): boolean =>
    byScope.get(scopeKey(election))?.some((one) => keepsCover(one, byName, election, today)) ?? false;
  const isLost = !rated.every(goesOn);
  return isLost ? [...members, '/coverageElections'] : members;
};

const isOver = ({ effectiveTo }: Election, today: CalendarDate): boolean =>
  effectiveTo !== null && isBefore(effectiveTo, today);

const lastNight = ({ effectiveTo }: StatedElection): CalendarDate => effectiveTo ?? LAST_DATE;

const isSameCover = (a: StatedElection, b: StatedElection): boolean =>
  scopeKey(a) === scopeKey(b) && a.action === b.action;

const pastChanges = (stated: StatedElection, before: DatedElection | undefined, today: CalendarDate): string[] => {
  if (!before) return stated.effectiveFrom && isBefore(stated.effectiveFrom, today) ? ['effectiveFrom'] : [];
  const first = firstDay(before);
  const from = stated.effectiveFrom ?? first;
  const isOtherDay = !from.equals(first);
  if (isOtherDay && !isBefore(from, today)) return [];
  const changes: [string, boolean][] = [
    ['effectiveFrom', isOtherDay],
    ['effectiveTo', isMovedBeforeToday(lastNight(stated), lastNight(before), today)],
  ];
  return changes.flatMap(([member, isChanged]) => (isChanged ? [member] : []));
};

const isMovedBeforeToday = (a: CalendarDate, b: CalendarDate, today: CalendarDate): boolean =>
  !a.equals(b) && isBefore(earliest(a, b).add({ days: 1 }), today);

/** Whether it would bring the policy's rate for what a broader election prices. */
const isUnderRate = (stated: StatedElection, broadest: number): boolean =>
  stated.action === 'INCLUDE' && !isRated(stated) && broadest > BREADTH[stated.scopeType];

/** Whether a stated election of the same scope goes on where one with a rate or a plan was, without a night between or cut off. */
const keepsCover = (
  stated: StatedElection,
  byName: ReadonlyMap<string, Election>,
  rated: Election,
  today: CalendarDate,
): boolean => {
  const from = stated.effectiveFrom ?? byName.get(stated.electionId)?.effectiveFrom ?? today;
  return lastNight(stated).equals(lastNight(rated)) && !isAfter(from, latest(rated.effectiveFrom, today));
};

/**
 * Facts for days before today decide nights that have passed, which is an underwriter's.
 * @throws DomainError `forbidden`.
 */
export const assertMayState = (
  { roles }: Pick<Actor, 'roles'>,
  properties: readonly StatedProperty[],
  today: CalendarDate,
): void => {
  const past = properties.find(({ effectiveFrom }) => effectiveFrom && isBefore(effectiveFrom, today));
  if (!past || roles.includes('underwrite')) return;
  const detail = `Facts of property ${past.propertyId} for days before today need the role underwrite.`;
  throw new DomainError('forbidden', detail, { requiredRoles: ['underwrite'], members: ['/coverageElections'] });
};
