import { type Database, snapshot } from '@staycover/db';
import type { Actor } from '@staycover/kernel';
import { enrollmentsOf, enrollmentsOfAll } from '../db/enrollments.ts';
import { fittingCount, getPolicy, headOf, listPolicies, type PolicyFilter } from '../db/policies.ts';
import { policyResource } from '../wire/policy.ts';
import { boundedCache } from './bounded-cache.ts';

export type PrintedPolicy = { json: string; version: number };

const CACHED_CHARACTERS = 48_000_000;

/**
 * Reads a policy as JSON text. A policy is printed once per version; a repeated read costs one indexed select.
 */
export const readPolicy = (database: Database) => {
  const printed = boundedCache<PrintedPolicy>(CACHED_CHARACTERS, ({ json }) => json.length);
  return async (actor: Actor, id: string): Promise<PrintedPolicy> => {
    const { version } = await database.read((em) => headOf(em, actor, id));
    const known = printed.get(id);
    if (known?.version === version) return known;
    const policy = await printPolicy(database, actor, id);
    printed.set(id, policy);
    return policy;
  };
};

const printPolicy = (database: Database, actor: Actor, id: string): Promise<PrintedPolicy> =>
  snapshot(database, async (em) => {
    const policy = await getPolicy(em, actor, id);
    const resource = policyResource(policy, await enrollmentsOf(em, id));
    return { json: JSON.stringify(resource), version: policy.version };
  });

// A page ends early when its policies have more enrollments than that.
const LISTED_ENROLLMENTS = 50_000;

export type PolicyPage = { policies: string[]; next: string | undefined };

/** A page of policies as JSON texts, oldest first, and the cursor of the next page when there is one. */
export const readPolicies =
  (database: Database) =>
  (
    actor: Actor,
    filter: PolicyFilter,
    { limit, after }: { limit: number; after?: string | undefined },
  ): Promise<PolicyPage> =>
    snapshot(database, async (em) => {
      const found = await listPolicies(em, actor, filter, { limit: limit + 1, after });
      const page = found.slice(0, limit);
      const fitting = page.slice(
        0,
        await fittingCount(
          em,
          page.map(({ id }) => id),
          LISTED_ENROLLMENTS,
        ),
      );
      const enrollments = await enrollmentsOfAll(
        em,
        fitting.map(({ id }) => id),
      );
      return {
        policies: fitting.map((policy) => JSON.stringify(policyResource(policy, enrollments.get(policy.id) ?? []))),
        next: found.length > fitting.length ? fitting.at(-1)?.id : undefined,
      };
    });
