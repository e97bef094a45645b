import { mapValues, type Results } from './side-by-side/measure.ts';
import { compareWithReference } from './side-by-side/table.ts';

/** By row, then by reference: the reference's processor time, in times of ours. More is better. */
export type Ratios = Record<string, Record<string, number>>;

/** How much of a committed ratio may be lost: machines and runs differ, by less than this. */
const MAY_LOSE = 0.25;

/** The baseline for later runs: only ratios, because they are comparable between machines. */
export const ratios = (results: Results): Ratios =>
  mapValues(results, ({ ours, ...references }) =>
    Object.fromEntries(
      Object.entries(references).flatMap(([reference, figures]) => {
        const { cpuMs } = compareWithReference(ours!, figures);
        return cpuMs === undefined ? [] : [[reference, Math.round(1_000 / cpuMs) / 1_000]];
      }),
    ),
  );

export type Fall = { row: string; reference: string; committed: number; now: number };

/** The ratios that have fallen by more than a quarter since they were committed. */
export const falls = (committed: Ratios, now: Ratios): Fall[] =>
  Object.entries(now).flatMap(([row, references]) =>
    Object.entries(references)
      .map(([reference, ratio]) => ({ row, reference, committed: committed[row]?.[reference] ?? 0, now: ratio }))
      .filter((each) => each.now < each.committed * (1 - MAY_LOSE)),
  );

const TRIES = 3;

/**
 * Measures again what has fallen, and only that, so that noise does not fail a run. Returns what has fallen each time.
 */
export const hold = async (
  committed: Ratios,
  first: Results,
  again: (rows: string[]) => Promise<Results>,
  say: (line: string) => void,
): Promise<Fall[]> => {
  let fallen = falls(committed, ratios(first));
  for (let attempt = 2; fallen.length > 0 && attempt <= TRIES; attempt++) {
    const rows = [...new Set(fallen.map(({ row }) => row))];
    say(`Measured again, ${attempt} of ${TRIES}: ${rows.join(', ')}`);
    fallen = falls(committed, ratios(await again(rows)));
  }
  for (const { row, reference, committed: before, now } of fallen)
    say(`${row} beside ${reference}: ${now.toFixed(2)}, it was ${before.toFixed(2)}`);
  say(fallen.length > 0 ? 'The gate is closed.' : 'Nothing has fallen by more than a quarter.');
  return fallen;
};
