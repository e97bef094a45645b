import type { Database } from '@staycover/change';
import type { Actor } from '@staycover/kernel';
import { loadEnrolled } from '../db/enrolled-policies.ts';
import { versionOf } from '../db/policies.ts';
import { loadPolicyPage, type PolicyFilter } from '../db/policy-pages.ts';
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
    const version = await versionOf(database, actor, id);
    const known = printed.get(id);
    if (known?.version === version) return known;
    const policy = await printPolicy(database, actor, id);
    printed.set(id, policy);
    return policy;
  };
};

const printPolicy = async (database: Database, actor: Actor, id: string): Promise<PrintedPolicy> => {
  const { policy, enrollments } = await loadEnrolled(database, actor, id);
  return { json: JSON.stringify(policyResource(policy, enrollments)), version: policy.version };
};

export type PolicyPage = { policies: string[]; next: string | undefined };

/** A page of policies as JSON texts, oldest first, and the cursor of the next page when there is one. */
export const readPolicies =
  (database: Database) =>
  async (
    actor: Actor,
    filter: PolicyFilter,
    limits: { limit: number; after?: string | undefined },
  ): Promise<PolicyPage> => {
    const { page, next } = await loadPolicyPage(database, actor, filter, limits);
    return { policies: page.map((each) => JSON.stringify(policyResource(each.policy, each.enrollments))), next };
  };
