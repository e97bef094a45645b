import { type Scale, timed } from '../faults/fault.ts';
import type { Load } from '../faults/load.ts';
import { judge, settleLoad, type Verdict } from '../faults/oracle.ts';
import type { Stage, StageOptions } from '../faults/stage.ts';

/** Accepted changes, lost and duplicated ones; the steps, with their duration or observation. */
export type Figures = Verdict & { accepted: number; steps: readonly Step[] };

type Step = { what: string; seen: string };

type DrillOptions = {
  customers: number;
  scale: Scale;
  /** Sets up a platform on servers of its own, which ends with the drill, however that goes. */
  setStage(options?: StageOptions): Promise<Stage>;
  /** Keeps the steps. */
  diary: Diary;
};

export type Drill = { name: string; what: string; run(options: DrillOptions): Promise<Figures> };

export type Diary = {
  steps: readonly Step[];
  note(what: string, seen: string): void;
  /** Does a step and notes how long it took. */
  step(what: string, work: () => Promise<unknown>): Promise<number>;
};

export const keepDiary = (say: (line: string) => void): Diary => {
  const steps: Step[] = [];
  const note = (what: string, seen: string): void => {
    steps.push({ what, seen });
    say(`${what}: ${seen}`);
  };
  return {
    steps,
    note,
    async step(what, work) {
      const seconds = await timed(work);
      note(what, `${seconds.toFixed(1)} s`);
      return seconds;
    },
  };
};

/** Finishes a load: everything it began is done, renewed and processed. */
export const finish = async (stage: Stage, load: Load): Promise<void> => {
  await load.end();
  await settleLoad(stage, load);
};

/** Compares the accepted changes with the stored ones. */
export const readFigures = async (stage: Stage, loads: readonly Load[], { steps }: Diary): Promise<Figures> => ({
  ...(await judge(
    stage.sql,
    loads.flatMap(({ commander }) => commander.lives),
  )),
  accepted: loads.reduce((sum, load) => sum + load.total(), 0),
  steps,
});
