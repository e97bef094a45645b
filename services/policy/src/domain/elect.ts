import {
  businessDate,
  type CalendarDate,
  type Context,
  DomainError,
  earliest,
  type Instant,
  isSame,
  latest,
} from '@staycover/kernel';
import {
  type Election,
  keepRates,
  learn,
  type Property,
  type StatedElection,
  type StatedProperty,
  settle,
  withdraw,
} from './election.ts';
import { underwritersPart } from './election-rights.ts';
import { type DatedProperty, learnFacts, newestFacts } from './property-facts.ts';

/** Stands in place of a policy's id for elections of all the organization's policies. */
export const ALL_POLICIES = '00000000-0000-0000-0000-000000000000';

export type KeptElection = Election & {
  policyId: string;
  /** Stated in the policy's own body, not by an inbound event. */
  own: boolean;
  statedAt: Instant;
};

/** A property with its facts over time; the facts beside them are the newest. */
export type KeptProperty = Property & DatedProperty & { statedAt: Instant };

/** What a statement does to the elections that are kept. */
export type Elected = {
  removed: KeptElection[];
  stated: KeptElection[];
  /** The first night that may be decided differently; undefined when nothing changed. */
  from: CalendarDate | undefined;
};

/**
 * Replaces the own elections among those of a policy; what is not stated any more is withdrawn. Rates are an
 * underwriter's: those of others stay as they are.
 */
export const electOwn = (
  policyId: string,
  known: readonly KeptElection[],
  elections: readonly StatedElection[],
  { actor, now: statedAt }: Pick<Context, 'actor' | 'now'>,
): Elected => {
  const today = businessDate(statedAt);
  const byName = new Map(known.map((election) => [election.electionId, election]));
  const own = known.filter((election) => election.own);
  const meant = actor.roles.includes('underwrite') ? elections : customersElections(elections, own, today);
  const stated = meant.map((election): KeptElection => {
    const settled = settle(election, byName.get(election.electionId), today);
    return { ...settled, policyId, own: true, statedAt };
  });
  const fresh = stated.filter((election) => !isSameElection(election, byName.get(election.electionId)));
  const names = new Set(elections.map(({ electionId }) => electionId));
  const withdrawn = own
    .filter(({ electionId }) => !names.has(electionId))
    .map((election) => ({ election, rest: withdraw(election, today) }))
    .filter(({ election, rest }) => rest !== election);
  return {
    removed: withdrawn.map(({ election }) => election),
    stated: [...fresh, ...withdrawn.flatMap(({ rest }) => rest ?? [])],
    from: firstNight([
      ...fresh.flatMap((election) =>
        [byName.get(election.electionId)?.effectiveFrom ?? [], election.effectiveFrom].flat(),
      ),
      ...withdrawn.map(({ election }) => latest(election.effectiveFrom, today)),
    ]),
  };
};

export type Inbound = { policyId: string; statedAt: Instant; today: CalendarDate };

/**
 * Takes elections of another system, by their names within the organization: a later one replaces the one of the same
 * name, wherever it was stated.
 */
export const electInbound = (
  { policyId, statedAt, today }: Inbound,
  known: readonly KeptElection[],
  elections: readonly StatedElection[],
): Elected => {
  const byName = Map.groupBy(known, ({ electionId }) => electionId);
  const replacing = elections.map((stated) => {
    const replaced = (byName.get(stated.electionId) ?? []).filter((election) => isReplacedBy(election, policyId));
    const election: KeptElection = { ...settle(stated, replaced[0], today), policyId, own: false, statedAt };
    return { replaced, election };
  });
  const effective = replacing.filter(
    ({ replaced, election }) =>
      !replaced.some((old) => isAfter(old.statedAt, statedAt)) &&
      !(replaced.length === 1 && isSameElection(election, replaced[0])),
  );
  const removed = effective.flatMap(({ replaced }) => replaced);
  const after = effective.map(({ election }) => election);
  return { removed, stated: after, from: firstNight([...removed, ...after].map(({ effectiveFrom }) => effectiveFrom)) };
};

const firstNight = (days: readonly CalendarDate[]): CalendarDate | undefined =>
  days.toSorted(Temporal.PlainDate.compare)[0];

/** What is new of properties, and the first night on which it may count. */
export type Learned = { property: KeptProperty; from: CalendarDate };

/** What is new of properties: each with all that is known of it after the statement. */
export const learnAll = (
  known: readonly KeptProperty[],
  stated: readonly StatedProperty[],
  statedAt: Instant,
  today: CalendarDate,
): Learned[] => {
  const byId = new Map(known.map((property) => [property.propertyId, property]));
  const learned = new Map<string, Learned>();
  for (const facts of stated) {
    const { propertyId, effectiveFrom: _day, ...others } = facts;
    const news = learned.get(propertyId);
    const before = news?.property ?? byId.get(propertyId);
    if (before && isAfter(before.statedAt, statedAt)) continue;
    const dated = learnFacts(before, factsStated(facts), today);
    const after = { ...learn(before, { propertyId, ...others }), ...dated, ...newestFacts(dated) };
    if (before && isSame({ ...after, statedAt }, { ...before, statedAt })) continue;
    const day = facts.effectiveFrom ?? today;
    const from = before ? day : dated.knownFrom;
    learned.set(propertyId, { property: { ...after, statedAt }, from: news ? earliest(news.from, from) : from });
  }
  return [...learned.values()];
};

const factsStated = ({ propertyReferenceId: _reference, propertyName: _name, ...facts }: StatedProperty) => facts;

const isAfter = (a: Instant, b: Instant): boolean => Temporal.Instant.compare(a, b) > 0;

/** Another policy's own election may bear the same name by chance; everything else of that name is the same election. */
const isReplacedBy = ({ policyId, own }: KeptElection, target: string): boolean =>
  policyId === target || policyId === ALL_POLICIES || target === ALL_POLICIES || !own;

const contentOf = ({ statedAt: _statedAt, ...content }: KeptElection) => content;

const isSameElection = (a: KeptElection, b: KeptElection | undefined): boolean =>
  b !== undefined && isSame(contentOf(a), contentOf(b));

/** @throws DomainError `forbidden` that names what only an underwriter may state. */
const customersElections = (
  elections: readonly StatedElection[],
  own: readonly Election[],
  today: CalendarDate,
): StatedElection[] => {
  const kept = keepRates(elections, own);
  const members = underwritersPart(kept, own, today);
  if (members.length === 0) return kept;
  const detail = `${members[0]} changes nights before today or takes cover from its rate, and needs the role underwrite.`;
  throw new DomainError('forbidden', detail, { requiredRoles: ['underwrite'], members: members.slice(0, 100) });
};
