import type { Resource } from '@staycover/client';

/** What a replay did. */
export const replayWords = ({ events, isComplete }: Resource<'WebhookReplay'>): string => {
  if (events === 0) return 'no event is kept that it gets';
  const count = events === 1 ? 'one event is' : `${events.toLocaleString('en')} events are`;
  return `${count} sent again${isComplete ? '' : '; there are more, behind the last of them'}`;
};
