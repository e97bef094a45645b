import { isDomainError } from '@staycover/kernel';
import { ServiceAway } from '@staycover/messaging';

const UNANSWERED_IN_A_ROW = 3;

/**
 * Returns what asks another service one question after the other. Once the service is away, or has left several in a row
 * without an answer, it is not asked any more, and the rest fail as the last one did: one that fails alone may be at fault
 * itself.
 */
export const askingUntilAway = (): (<T>(ask: () => Promise<T>) => Promise<T>) => {
  let unanswered = 0;
  let away: unknown;
  return async (ask) => {
    if (away) throw away;
    try {
      const answer = await ask();
      unanswered = 0;
      return answer;
    } catch (error) {
      unanswered = isDomainError(error, 'service-unavailable') ? unanswered + 1 : 0;
      if (error instanceof ServiceAway || unanswered >= UNANSWERED_IN_A_ROW) away = error;
      throw error;
    }
  };
};
