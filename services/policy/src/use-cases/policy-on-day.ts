import type { CommandDeps } from '@staycover/change';
import { type Actor, type CalendarDate, DomainError, mapInSlices } from '@staycover/kernel';
import { readInsured } from '../db/contract-notices.ts';
import { readHead } from '../db/policies.ts';
import { loadSnapshot } from '../db/policy-snapshots.ts';
import { type Enrollment, showOn } from '../domain/enrollment.ts';
import { dayAfterTerm, type Policy, type Term, termOn } from '../domain/policy.ts';
import { type DatedPolicy, policyOn } from '../domain/policy-on.ts';

/** A policy as it was, is, or as far as is known will be on a day. */
export type PolicyOnDay = {
  day: CalendarDate;
  /** What of it has no dates is that of today. */
  policy: Policy;
  dated: DatedPolicy;
  term: Term;
  /** Name and address. */
  insured: string[];
  /** The enrollments that cover the day. */
  enrolled: Enrollment[];
};

/** More rows than a policy has on one day. */
const EVERY_ROW = 100_000;

/**
 * Reads a policy as of a day.
 * @throws DomainError `not-found`; `policy-not-bound` for one that was never ACTIVE; `policy-not-in-force` for a day outside
 *   of its terms.
 */
export const readPolicyOn =
  ({ database, clock }: Pick<CommandDeps, 'database' | 'clock'>) =>
  async (actor: Actor, id: string, day: CalendarDate): Promise<PolicyOnDay> => {
    const { version } = await readHead(database, actor, id);
    const wanted = { id, sinceVersion: version, openFrom: day };
    const found = await loadSnapshot(database, { actor, now: clock() }, wanted, { limit: EVERY_ROW });
    const { policy, earlier, changes, base, enrollments } = found;
    const { policyReference, contractId, organizationId } = policy;
    if (policy.boundAt === null) {
      throw new DomainError('policy-not-bound', `Policy ${policyReference} was never in force.`);
    }
    const dated = policyOn(changes, day, base?.policy);
    const term = termOn([...earlier, policy], day);
    if (!dated || !term) {
      throw new DomainError('policy-not-in-force', `${day} is in no term of policy ${policyReference}.`);
    }
    const show = showOn({ today: day, members: dated.members, end: dayAfterTerm(term) });
    const shown = await mapInSlices(enrollments, (row) => show(row, row, row));
    const insured = await readInsured(database, contractId, organizationId);
    return { day, policy, dated, term, insured, enrolled: shown.filter(({ active }) => active) };
  };
