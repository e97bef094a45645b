import { type CommandDeps, createContext, type Work } from '@staycover/change';
import type { Context } from '@staycover/kernel';
import type { BatchWork, Counts } from '@staycover/schedules';
import { readCircumstances } from '../db/circumstances.ts';
import { holdContracts } from '../db/contracts.ts';
import { lockPolicies } from '../db/policies.ts';
import { lockNextRenewals, renewals } from '../db/renewals.ts';
import { addCounts, findOpenRun } from '../db/runs.ts';
import { type Decided, decideRenewal } from '../domain/decide.ts';
import type { Renewal } from '../domain/renewal.ts';
import type { RenewalRules } from '../domain/rules.ts';
import { type Run, tally } from '../domain/run.ts';

/** What the work on the policies of runs is called; the id of its run is that of the renewal run. */
export const RENEWALS = 'renewals';

export type DecideDeps = CommandDeps & {
  rules: RenewalRules;
  /** Policies of one transaction. */
  pageSize: number;
};

/** Decides on policies of the runs that go on, as they are by now, and stores what follows. */
export const decidePolicies = (deps: DecideDeps): BatchWork => ({
  name: RENEWALS,
  size: deps.pageSize,
  async handle({ runId, ids, settle }) {
    const run = await findOpenRun(deps.database, runId);
    await settle(async (tx) => (run ? decideTogether(deps, tx, run, ids) : {}));
  },
});

const decideTogether = async (deps: DecideDeps, tx: Work, run: Run, ids: readonly string[]): Promise<Counts> => {
  const { jobId: runId, asOf, dryRun, organizations, requestedBy } = run;
  const context = createContext(deps, { actor: { id: requestedBy, organizations, roles: [] } });
  // What is new of a contract or a policy waits until the renewal is there to follow it.
  await holdContracts(tx, ids);
  const policies = await lockPolicies(tx, ids);
  const known = await lockNextRenewals(tx, policies);
  const circumstances = await readCircumstances(tx, ids);
  const decided = policies.map((policy) => {
    const renewal = known.get(policy.id);
    const situation = { ...circumstances(policy.id), policy, renewal, asOf, rules: deps.rules, context, runId };
    return { renewal, ...decideRenewal(situation) };
  });
  if (!dryRun) await storeSteps(tx, context, decided);
  const counts = tally(
    decided.map(({ outcome }) => outcome),
    dryRun,
  );
  await addCounts(tx, runId, counts);
  const { failed: refused, ...others } = counts;
  return { ...others, refused };
};

type DecidedOn = Pick<Decided, 'steps'> & { renewal: Renewal | undefined };

const storeSteps = async (tx: Work, context: Context, decided: readonly DecidedOn[]): Promise<void> => {
  const added = decided.flatMap(({ renewal, steps }) => (renewal ? [] : steps));
  const changes = decided.flatMap(({ renewal: before, steps }) =>
    before ? steps.map((decision) => ({ before, decision })) : [],
  );
  await renewals.addAll(tx, context, added);
  await renewals.replaceAll(tx, context, changes);
};
