import { table } from '../ops/command.ts';

/** One kind of attack: the inputs, the responses, and the responses that should not have happened. */
export type Trial = {
  readonly attack: string;
  readonly what: string;
  /** How often each status, or other outcome, came. */
  readonly answers: ReadonlyMap<string, number>;
  readonly breaches: readonly string[];
  /** Counts one input; `holds`: whether the response is acceptable. */
  note(input: string, answer: string | number, holds: boolean): void;
  /** The input that was under way at a time, in milliseconds of the epoch: the first that was noted afterwards. */
  inputAt(time: number): string | undefined;
};

export const trial = (attack: string, what: string): Trial => {
  const answers = new Map<string, number>();
  const breaches: string[] = [];
  const begun = Date.now();
  const inputs: { input: string; noted: number }[] = [];
  return {
    attack,
    what,
    answers,
    breaches,
    note(input, answer, holds) {
      inputs.push({ input: input.slice(0, 200), noted: Date.now() });
      answers.set(String(answer), (answers.get(String(answer)) ?? 0) + 1);
      if (!holds) breaches.push(`${input.slice(0, 200)} → ${answer}`);
    },
    inputAt(time) {
      if (time < begun) return undefined;
      return inputs.find(({ noted }) => noted >= time)?.input;
    },
  };
};

/** How many inputs were noted. */
export const countAnswers = ({ answers }: Trial): number =>
  [...answers.values()].reduce((sum, count) => sum + count, 0);

const HEADER = ['ATTACK', 'WHAT WAS TRIED', 'INPUTS', 'ANSWERS', 'VERDICT'];

/** The trials as the lines of a table. */
export const formatTable = (trials: readonly Trial[]): string[] =>
  table(
    HEADER,
    trials.map((each) => [
      each.attack,
      each.what,
      String(countAnswers(each)),
      [...each.answers]
        .toSorted(([a], [b]) => a.localeCompare(b))
        .map(([answer, count]) => `${answer}: ${count}`)
        .join(', '),
      each.breaches.length === 0 ? 'held' : `${each.breaches.length} BREACHES`,
    ]),
  );
