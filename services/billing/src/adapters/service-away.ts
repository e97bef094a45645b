import { isDomainError } from '@staycover/kernel';
import { ServiceAway } from '@staycover/messaging';

const UNANSWERED_IN_A_ROW = 3;

/**
 * Notes how questions to another service ended, one after the other, `undefined` for one that was answered. True once the
 * service is away, or has left several in a row without an answer: one that fails alone may be at fault itself.
 */
export const awayAfter = (): ((error: unknown) => boolean) => {
  let unanswered = 0;
  return (error) => {
    unanswered = isDomainError(error, 'service-unavailable') ? unanswered + 1 : 0;
    return error instanceof ServiceAway || unanswered >= UNANSWERED_IN_A_ROW;
  };
};
