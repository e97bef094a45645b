import { queryOptions } from '@tanstack/react-query';
import { send } from './api.ts';

type Now = { now: string };

/** What time it is in all services of a sandbox. */
export const clockQuery = queryOptions({
  queryKey: ['clock'],
  queryFn: () => send<Now>('GET', '/sandbox/clock'),
});

/** Lets days pass; it answers when they were played. */
export const advanceClock = (days: number): Promise<Now> => send<Now>('POST', '/sandbox/clock', { advanceDays: days });
