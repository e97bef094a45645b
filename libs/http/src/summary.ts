import { type Actor, assertOrganization, type Clock } from '@staycover/kernel';
import type { ResourceAnswer } from './answer.ts';

const KEPT_MS = 60_000;
const KEPT_TIMES = 20;

type Asked<Query> = { actor: Actor; query: Query };
/** The organizations that figures are of; null: all. */
export type FiguresOf = string[] | null;

/**
 * Answers with figures and when they were counted. Figures of all organizations are counted once at a time, and kept for
 * 20 times as long as counting took, a minute at most.
 * @throws DomainError `not-found` for an organization that the caller may not see.
 */
export const summarized = <Query extends { organizationId?: string | undefined }, Figures extends object>(
  clock: Clock,
  count: (organizations: FiguresOf, query: Query) => Promise<Figures>,
): ((asked: Asked<Query>) => Promise<ResourceAnswer>) => {
  const kept = new Map<string, Promise<ResourceAnswer>>();
  const answer = async (organizations: FiguresOf, query: Query): Promise<ResourceAnswer> => {
    const asOf = clock().toString({ smallestUnit: 'millisecond' });
    return { body: { asOf, ...(await count(organizations, query)) } };
  };
  /** What failed is forgotten at once. */
  const forget = async (key: string, counted: Promise<ResourceAnswer>): Promise<void> => {
    const begun = performance.now();
    try {
      await counted;
    } catch {
      kept.delete(key);
      return;
    }
    setTimeout(() => kept.delete(key), Math.min(KEPT_MS, KEPT_TIMES * (performance.now() - begun))).unref();
  };
  const ofAll = (query: Query): Promise<ResourceAnswer> => {
    const key = JSON.stringify(query);
    const known = kept.get(key);
    if (known) return known;
    const counted = answer(null, query);
    kept.set(key, counted);
    void forget(key, counted);
    return counted;
  };
  return async ({ actor, query }) => {
    const { organizationId } = query;
    if (organizationId !== undefined) {
      assertOrganization(actor, organizationId);
      return answer([organizationId], query);
    }
    return actor.organizations === '*' ? ofAll(query) : answer([...actor.organizations], query);
  };
};
