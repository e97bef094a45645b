/** Thrown by work that got an answer to a question which is another one by now. */
export class AskAgain extends Error {
  override readonly name = 'AskAgain';
}

const MOST_ASKED = 3;

/**
 * Does work that begins with a question, and again at once when the question has changed meanwhile.
 * @throws AskAgain when that keeps changing, three times.
 */
export const askingAgain = <Result>(work: () => Promise<Result>, left = MOST_ASKED): Promise<Result> =>
  work().catch((error: unknown) => {
    if (error instanceof AskAgain && left > 1) return askingAgain(work, left - 1);
    throw error;
  });
