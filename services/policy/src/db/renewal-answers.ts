import { repository } from '@staycover/change';
import type { RenewalAnswer, RenewalAnswerEvent } from '../domain/renewal-answer.ts';
import { answerAnnouncements } from '../events.ts';
import { RenewalAnswerEntity } from './entities.ts';

/** What renewals were answered. */
export const renewalAnswers = repository<RenewalAnswer, RenewalAnswerEvent>({
  resource: 'renewal-answer',
  entity: RenewalAnswerEntity,
  announcements: answerAnnouncements,
});
