import type { Resource } from '@staycover/client';
import { Problem, problemFrom } from './problem.ts';

type Replay = Pick<Resource<'Replay'>, 'outcome' | 'reason'>;

export const REFUSED_AGAIN = 'It was refused again.';
const RESOLVED = 404;

/**
 * Replays letters one after the other, without those that are done; a letter that somebody else resolved is done, too.
 * @returns why letters were refused again
 * @throws Problem where the others could not be tried, with how many are done.
 */
export const replayAll = async <Letter extends { id: string }>(
  letters: readonly Letter[],
  replay: (letter: Letter) => Promise<Replay>,
  done: Set<string>,
): Promise<string[]> => {
  const reasons: string[] = [];
  for (const letter of letters.filter(({ id }) => !done.has(id))) {
    try {
      const { outcome, reason } = await replay(letter);
      if (outcome === 'REJECTED') reasons.push(reason ?? REFUSED_AGAIN);
      else done.add(letter.id);
    } catch (error) {
      const problem = problemFrom(error);
      if (problem.status === RESOLVED) done.add(letter.id);
      else throw stoppedBy(problem, letters.filter(({ id }) => done.has(id)).length, letters.length);
    }
  }
  return reasons;
};

const stoppedBy = ({ status, title, message, members, retryAfter }: Problem, done: number, all: number): Problem =>
  new Problem(status, { ...members, title, detail: `${done} of ${all} are done. ${message}` }, retryAfter);
