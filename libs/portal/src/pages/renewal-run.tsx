import type { Resource } from '@staycover/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { answerTo, api } from '../data/api.ts';
import { day, moment, words } from '../data/format.ts';
import { useHasRole } from '../data/me.ts';
import { newKey } from '../data/new-key.ts';
import { queries } from '../data/queries.ts';
import { Action } from '../ui/action.tsx';
import { Facts } from '../ui/parts.tsx';
import { Empty, ProblemView } from '../ui/states.tsx';

type Run = Resource<'RenewalRun'>;

const process = async (dryRun: boolean, key: string): Promise<Run> => {
  const headers = { 'Idempotency-Key': key };
  return (await answerTo(api.POST('/api/renewal/process', { params: { header: headers }, body: { dryRun } }))).data;
};

/** A run in its current state; an active one is polled. */
const useRun = (run: Run | undefined): Run | undefined => {
  const isRunning = run?.status === 'RUNNING';
  const { data: asked } = useQuery({ ...queries.renewalRun(run?.jobId ?? ''), enabled: isRunning });
  return (isRunning && asked?.data) || run;
};

/** The renewal job, for those who may run it. */
export const RenewalRun = () => {
  if (useHasRole('underwrite')) return <Runs />;
  return (
    <Empty title="It runs every day by itself">
      <p>People with the role underwrite can run it here.</p>
    </Empty>
  );
};

/** First a dry run, then the real one. */
const Runs = () => {
  const dry = useMutation({ mutationFn: () => process(true, newKey()) });
  const real = useMutation({ mutationFn: (key: string) => process(false, key) });
  const plan = useRun(dry.data);
  const done = useRun(real.data);
  const shown = done ?? plan;
  const dryRun = (): void => {
    real.reset();
    dry.mutate();
  };
  return (
    <>
      <p>It runs every day by itself. Here it can be run now, for all policies that you may see.</p>
      <p className="row">
        <button type="button" disabled={dry.isPending} onClick={dryRun}>
          Dry run
        </button>
        {plan?.status === 'COMPLETED' && plan.due > 0 && !done && (
          <Action verb="Process" send={(_fields, key) => real.mutateAsync(key)}>
            <p>
              {plan.completed} policies get a new term, {plan.manualReview} go to review. A new term is binding.
            </p>
          </Action>
        )}
      </p>
      {dry.error && <ProblemView error={dry.error} />}
      {shown && <RunFacts run={shown} />}
      {!shown && !dry.error && (
        <Empty title="Nothing was run here yet">
          <p>A dry run changes nothing: it counts what is due and what would become of it.</p>
        </Empty>
      )}
    </>
  );
};

const RunFacts = ({ run }: { run: Run }) => {
  const { dryRun, status, asOf, due, completed, manualReview, failed, skipped, finishedAt } = run;
  return (
    <Facts
      facts={[
        ['Run', dryRun ? 'dry: nothing was changed' : 'for real'],
        ['State', words(status)],
        ['As of', day(asOf)],
        ['Due', due],
        [dryRun ? 'Would be renewed' : 'Renewed', completed],
        [dryRun ? 'Would go to review' : 'To review', manualReview],
        ['Failed', failed],
        ['Skipped', skipped],
        ['Finished', moment(finishedAt)],
      ]}
    />
  );
};
