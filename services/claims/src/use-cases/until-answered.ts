import { AskAgain, askingAgain } from '@staycover/change';
import { DomainError } from '@staycover/kernel';

/**
 * Does work that begins with a question to the policy service, and again when the question has changed meanwhile.
 * @throws DomainError `service-unavailable` when it keeps changing.
 */
export const untilAnswered = <Result>(work: () => Promise<Result>): Promise<Result> =>
  askingAgain(work).catch((error: unknown) => {
    if (!(error instanceof AskAgain)) throw error;
    throw new DomainError('service-unavailable', 'The claim, or what its cover follows from, keeps changing.');
  });
