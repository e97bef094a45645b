import { type Database, inTransaction, isDatabaseAway, type Work } from '@staycover/change';
import type { Clock, Context, NewId } from '@staycover/kernel';
import type { Logger } from '@staycover/telemetry';
import { circumstancesOf } from '../db/circumstances.ts';
import { holdContractsOf } from '../db/contracts.ts';
import { type Lease, LeaseLost, prolongLease } from '../db/lease.ts';
import { lockPolicies } from '../db/policies.ts';
import { lockNextRenewals, renewals } from '../db/renewals.ts';
import { addCounts } from '../db/runs.ts';
import { type Decided, decideRenewal } from '../domain/decide.ts';
import type { RenewablePolicy } from '../domain/policy.ts';
import type { Renewal } from '../domain/renewal.ts';
import type { RenewalRules } from '../domain/rules.ts';
import { type Run, tally } from '../domain/run.ts';

export type DecideDeps = {
  database: Database;
  clock: Clock;
  newId: NewId;
  rules: RenewalRules;
  logger: Logger;
  lease: Lease;
};

const lastOf = (policies: readonly RenewablePolicy[]) => {
  const { id: policyId, termEnd } = policies.at(-1)!;
  return { policyId, termEnd };
};

/** Decides on some policies of a run as they are by now, stores what follows and counts it, in one transaction. */
const decideTogether = (deps: DecideDeps, run: Run, page: readonly RenewablePolicy[]): Promise<void> =>
  inTransaction(deps.database, async (tx) => {
    const { clock, newId, rules, lease } = deps;
    const { jobId: runId, asOf, dryRun, organizations, requestedBy } = run;
    const context: Context = { actor: { id: requestedBy, organizations, roles: [] }, now: clock(), newId };
    const ids = page.map(({ id }) => id);
    await prolongLease(tx, lease);
    // What is new of a contract or a policy waits until the renewal is there to follow it.
    await holdContractsOf(tx, ids);
    const policies = await lockPolicies(tx, ids);
    const known = await lockNextRenewals(tx, policies);
    const circumstances = await circumstancesOf(tx, ids);
    const decided = policies.map((policy) => {
      const renewal = known.get(policy.id);
      const situation = { ...circumstances(policy.id), policy, renewal, asOf, rules, context, runId };
      return { renewal, ...decideRenewal(situation) };
    });
    if (!dryRun) await storeSteps(tx, context, decided);
    const outcomes = decided.map(({ outcome }) => outcome);
    await addCounts(tx, runId, tally(outcomes, dryRun), lastOf(page));
  });

type DecidedOn = Pick<Decided, 'steps'> & { renewal: Renewal | undefined };

const storeSteps = async (tx: Work, context: Context, decided: readonly DecidedOn[]): Promise<void> => {
  const added = decided.flatMap(({ renewal, steps }) => (renewal ? [] : steps));
  const changes = decided.flatMap(({ renewal: before, steps }) =>
    before ? steps.map((decision) => ({ before, decision })) : [],
  );
  await renewals.addAll(tx, context, added);
  await renewals.replaceAll(tx, context, changes);
};

const giveUpOn = async ({ database, lease, logger }: DecideDeps, run: Run, policy: RenewablePolicy, error: unknown) => {
  logger.error({ err: error, jobId: run.jobId, policyId: policy.id }, 'renewal of a policy failed, the run goes on');
  await inTransaction(database, async (tx) => {
    await prolongLease(tx, lease);
    await addCounts(tx, run.jobId, tally(['failed'], false), lastOf([policy]));
  });
};

/** Decides on a page of policies. What cannot be stored together is halved until the policy at fault is alone. */
export const decidePolicies = async (
  deps: DecideDeps,
  run: Run,
  policies: readonly RenewablePolicy[],
): Promise<void> => {
  try {
    await decideTogether(deps, run, policies);
  } catch (error) {
    if (error instanceof LeaseLost || isDatabaseAway(error)) throw error;
    if (policies.length === 1) return giveUpOn(deps, run, policies[0]!, error);
    const middle = Math.ceil(policies.length / 2);
    await decidePolicies(deps, run, policies.slice(0, middle));
    await decidePolicies(deps, run, policies.slice(middle));
  }
};
