import { queryOptions } from '@tanstack/react-query';
import { answerTo, api } from './api.ts';

/** Who the platform takes this caller for; asked anew with each sign-in. */
export const whoIAm = queryOptions({
  queryKey: ['me'],
  queryFn: async () => (await answerTo(api.GET('/api/me'))).data,
  staleTime: Number.POSITIVE_INFINITY,
  refetchInterval: false,
});
