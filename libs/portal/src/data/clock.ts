import { queryOptions } from '@tanstack/react-query';
import { answerTo, api, sendLong } from './api.ts';

type Now = { now: string };

/** What time it is for the platform: its days may be played. */
export const clockQuery = queryOptions({
  queryKey: ['clock'],
  queryFn: async () => (await answerTo(api.GET('/api/me'))).data.now,
});

/** Lets days pass; it answers when they were played. */
export const advanceClock = (days: number): Promise<Now> =>
  sendLong<Now>('POST', '/sandbox/clock', { advanceDays: days });
