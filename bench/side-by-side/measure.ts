import { setTimeout as delay } from 'node:timers/promises';
import type { Outcome } from './load.ts';

/** One run of one side: the CPU time, the work, and the rest until all of it is done. */
export type Run = { processorMs(): number; work(): Promise<Outcome>; restMs: number };
/** A row of the table: the same work by several sides. `sides` makes what a round needs, untimed. */
export type Row = { name: string; sides: Record<string, () => Promise<Run>> };

/** Processor time of one, over all processes that work for it; requests a second; latencies in ms. */
export type Figures = { cpuMs?: number; perSecond: number; p50?: number; p99?: number };
/** By row, then by side: `ours` and its references. */
export type Results = Record<string, Record<string, Figures>>;

/** Rounds that warm up. */
export const UNCOUNTED = 1;

/** Every side of every row in turn, round by round, the first uncounted; medians of the others. */
export const alternate = async (
  rows: readonly Row[],
  rounds: number,
  say: (line: string) => void,
): Promise<Results> => {
  const found: Record<string, Record<string, Figures[]>> = {};
  for (let round = 1 - UNCOUNTED; round <= rounds; round++) {
    for (const { name, sides } of rows) {
      for (const [side, prepare] of Object.entries(sides)) {
        const figures = await measure(await prepare());
        if (round > 0) ((found[name] ??= {})[side] ??= []).push(figures);
      }
    }
    say(round === 0 ? 'warmed up' : `round ${round} of ${rounds}`);
  }
  return mapValues(found, (sides) => mapValues(sides, medians));
};

/** What a run takes, until all that it leaves to do is done. */
export const measure = async ({ processorMs, work, restMs }: Run): Promise<Figures> => {
  const before = processorMs();
  const { count, seconds, p50, p99 } = await work();
  await delay(restMs);
  return { cpuMs: (processorMs() - before) / count, perSecond: count / seconds, p50, p99 };
};

const medians = (runs: readonly Figures[]): Figures => {
  const of = (figure: keyof Figures) => median(runs.map((run) => run[figure]!));
  return { cpuMs: of('cpuMs'), perSecond: of('perSecond'), p50: of('p50'), p99: of('p99') };
};

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

export const mapValues = <V, T>(record: Record<string, V>, map: (value: V) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
