import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from './http.ts';

/** The outcome of concurrent changes: the versions that succeeded, in order, and the errors of the others. */
export type AtOnce = { landed: number[]; refused: Answer[] };

const AT_ONCE = 50;
const PAUSE_MS = 50;

/**
 * Sends 50 changes of one resource at once, the nth by `change(n)`, each as a patient client does: again while the service
 * turns it away for now (503).
 */
export const fiftyAtOnce = async (change: (n: number) => Promise<Answer>): Promise<AtOnce> => {
  const patiently = async (_: unknown, n: number): Promise<Answer> => {
    for (;;) {
      const answer = await change(n);
      if (answer.status !== 503) return answer;
      await delay(PAUSE_MS);
    }
  };
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, patiently));
  const landed = answers.filter(({ status }) => status < 300).map(({ body }) => body.version as number);
  return { landed: landed.toSorted((a, b) => a - b), refused: answers.filter(({ status }) => status >= 300) };
};

/** The versions that `count` changes make, one after the other, of a resource of this version. */
export const versionsAfter = (version: number, count = AT_ONCE): number[] =>
  Array.from({ length: count }, (_, i) => version + 1 + i);
