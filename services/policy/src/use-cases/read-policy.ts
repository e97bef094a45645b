import type { Policy as PolicyResource } from '@staycover/api';
import type { CommandDeps, Database, Page } from '@staycover/change';
import { type Actor, businessDate, mapInSlices } from '@staycover/kernel';
import { type EnrolledPolicy, loadEnrolled } from '../db/enrolled-policies.ts';
import { policies, readHead } from '../db/policies.ts';
import { listChanges } from '../db/policy-changes.ts';
import { loadPolicyPage, type PolicyFilter } from '../db/policy-pages.ts';
import type { PolicyStatus } from '../domain/policy.ts';
import type { PolicyChange } from '../domain/policy-change.ts';
import { policyResource } from '../wire/policy.ts';
import { boundedCache } from './bounded-cache.ts';
import { enrolledToday, isBehind } from './load-today.ts';

export type PrintedPolicy = {
  json: string;
  version: number;
  status: PolicyStatus;
  /** Whether it was ACTIVE once. */
  isBound: boolean;
  /** Whether it shows what has come into effect since the version was stored. */
  isAhead: boolean;
};

type Deps = Pick<CommandDeps, 'database' | 'clock'>;

const CACHED_CHARACTERS = 48_000_000;

/**
 * Reads a policy as JSON text. A policy is printed once per version; a repeated read costs one indexed select. Where
 * time has changed it and the sweep has not run yet, it is printed as of today.
 */
export const readPolicy = ({ database, clock }: Deps) => {
  const printed = boundedCache<PrintedPolicy>(CACHED_CHARACTERS, ({ json }) => json.length);
  return async (actor: Actor, id: string): Promise<PrintedPolicy> => {
    const head = await readHead(database, actor, id);
    const today = businessDate(clock());
    const load = () => loadEnrolled(database, actor, id);
    if (isBehind(head, today)) return toPrinted(toResource(await enrolledToday(database, await load(), today)), true);
    const known = printed.get(id);
    if (known?.version === head.version) return known;
    const fresh = toPrinted(toResource(await load()), false);
    printed.set(id, fresh);
    return fresh;
  };
};

const toResource = ({ policy, enrollments }: EnrolledPolicy): PolicyResource => policyResource(policy, enrollments);

export const toPrinted = (shown: PolicyResource, isAhead: boolean): PrintedPolicy => {
  const { version, status, boundAt } = shown;
  return { json: JSON.stringify(shown), version, status, isBound: boundAt !== null, isAhead };
};

export type PolicyPage = { policies: string[]; next: string | undefined };

/** A page of policies as JSON texts, and the cursor of the next page when there is one. */
export const readPolicies =
  ({ database, clock }: Deps) =>
  async (actor: Actor, filter: PolicyFilter, asked: Page): Promise<PolicyPage> => {
    const { page, next } = await loadPolicyPage(database, actor, filter, asked);
    const today = businessDate(clock());
    const shown = await Promise.all(page.map((found) => enrolledToday(database, found, today)));
    return { policies: await mapInSlices(shown, (one) => JSON.stringify(toResource(one))), next };
  };

/** A page of the dated changes of a policy, in the order in which they were recorded, and the cursor of the next one. */
export const readChanges = async (
  database: Database,
  actor: Actor,
  id: string,
  asked: Page,
): Promise<{ page: PolicyChange[]; next: string | undefined }> => {
  await policies.load(database, actor, id);
  return listChanges(database, id, asked);
};
