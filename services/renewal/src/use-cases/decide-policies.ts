import { type Database, isDatabaseUnavailable } from '@staycover/db';
import type { Clock, NewId } from '@staycover/kernel';
import type { Logger } from '@staycover/telemetry';
import { unpaidPolicies } from '../db/invoices.ts';
import { type Lease, LeaseLost, prolongLease } from '../db/lease.ts';
import { lockNextRenewals } from '../db/renewals.ts';
import { addCounts } from '../db/runs.ts';
import { decideRenewal } from '../domain/decide.ts';
import type { RenewablePolicy } from '../domain/policy.ts';
import type { RenewalRules } from '../domain/rules.ts';
import { type Run, tally } from '../domain/run.ts';
import { saveSteps } from './save-steps.ts';

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

/** Decides on some policies of a run, stores what follows and counts it, in one transaction. */
const decideTogether = (deps: DecideDeps, run: Run, policies: readonly RenewablePolicy[]): Promise<void> =>
  deps.database.transaction(async (tx) => {
    const { clock, newId, rules, lease } = deps;
    await prolongLease(tx, lease);
    const now = clock();
    const by = { actor: run.requestedBy, now };
    const renewals = await lockNextRenewals(tx, policies);
    const unpaid = await unpaidPolicies(
      tx,
      policies.map(({ id }) => id),
    );
    const decisions = policies.map((policy) => {
      const known = { policy, renewal: renewals.get(policy.id), unpaid: unpaid.has(policy.id) };
      return decideRenewal({ ...known, asOf: run.asOf, rules, by, runId: run.jobId, newId });
    });
    if (!run.dryRun)
      await saveSteps(
        tx,
        decisions.flatMap(({ steps }) => steps),
        { now, newId },
      );
    await addCounts(
      tx,
      run.jobId,
      tally(
        decisions.map(({ outcome }) => outcome),
        run.dryRun,
      ),
      lastOf(policies),
    );
  });

const giveUpOn = ({ database, lease, logger }: DecideDeps, run: Run, policy: RenewablePolicy, error: unknown) =>
  database.transaction(async (tx) => {
    await prolongLease(tx, lease);
    logger.error({ err: error, jobId: run.jobId, policyId: policy.id }, 'renewal of a policy failed, the run goes on');
    await addCounts(tx, run.jobId, tally(['failed'], false), lastOf([policy]));
  });

/** Decides on a page of policies. What cannot be stored together is halved until the policy at fault is alone. */
export const decidePolicies = async (
  deps: DecideDeps,
  run: Run,
  policies: readonly RenewablePolicy[],
): Promise<void> => {
  try {
    await decideTogether(deps, run, policies);
  } catch (error) {
    if (error instanceof LeaseLost || isDatabaseUnavailable(error)) throw error;
    if (policies.length === 1) return void (await giveUpOn(deps, run, policies[0]!, error));
    const middle = Math.ceil(policies.length / 2);
    await decidePolicies(deps, run, policies.slice(0, middle));
    await decidePolicies(deps, run, policies.slice(middle));
  }
};
