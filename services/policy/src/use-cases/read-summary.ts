import type { Policy as PolicyResource } from '@staycover/api';
import type { CommandDeps, Database, Page } from '@staycover/change';
import { type Actor, businessDate, type CalendarDate } from '@staycover/kernel';
import type { EnrolledPolicy } from '../db/enrolled-policies.ts';
import { countActive, type EnrollmentCursor, listEnrollments } from '../db/enrollment-pages.ts';
import { policies } from '../db/policies.ts';
import { loadPolicyHeads, type PolicyFilter } from '../db/policy-pages.ts';
import type { Policy } from '../domain/policy.ts';
import { policySummary } from '../wire/policy.ts';
import { enrolledToday, isBehind } from './load-today.ts';
import { type PolicyPage, type PrintedPolicy, toPrinted } from './read-policy.ts';

type Deps = Pick<CommandDeps, 'database' | 'clock'>;

/** Reads a policy without its enrollments, as JSON text. */
export const readSummary =
  ({ database, clock }: Deps) =>
  async (actor: Actor, id: string): Promise<PrintedPolicy> => {
    const stored = await policies.load(database, actor, id);
    const today = businessDate(clock());
    const [summary] = await summaries(database, [stored], today);
    return toPrinted(summary!, isBehind(stored, today));
  };

/** A page of policies without their enrollments. */
export const readSummaries =
  ({ database, clock }: Deps) =>
  async (actor: Actor, filter: PolicyFilter, asked: Page): Promise<PolicyPage> => {
    const { page, next } = await loadPolicyHeads(database, actor, filter, asked);
    const found = await summaries(database, page, businessDate(clock()));
    return { policies: found.map((summary) => JSON.stringify(summary)), next };
  };

const summaries = async (
  database: Database,
  stored: readonly Policy[],
  today: CalendarDate,
): Promise<PolicyResource[]> => {
  const shown = await Promise.all(stored.map((policy) => enrolledToday(database, { policy, enrollments: [] }, today)));
  const counts = await countActive(
    database,
    shown.map(({ policy }) => policy),
    today,
  );
  return shown.map(({ policy }) => policySummary(policy, counts.get(policy.id) ?? 0));
};

type EnrollmentsAsked = { limit: number; after: EnrollmentCursor | undefined };

/** A page of the enrollments of a policy, as of today, beside the policy. */
export const readEnrollments =
  ({ database, clock }: Deps) =>
  async (actor: Actor, id: string, asked: EnrollmentsAsked): Promise<EnrolledPolicy & { isAhead: boolean }> => {
    const policy = await policies.load(database, actor, id);
    const enrollments = await listEnrollments(database, id, asked);
    const today = businessDate(clock());
    return { ...(await enrolledToday(database, { policy, enrollments }, today)), isAhead: isBehind(policy, today) };
  };
