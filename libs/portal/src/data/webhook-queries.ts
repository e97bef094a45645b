import { queryOptions } from '@tanstack/react-query';
import { answerTo, api } from './api.ts';

type Page = { cursor?: string | undefined };
type Outcome = 'DELIVERED' | 'FAILED';

const PAGE = 50;

export const webhookQueries = {
  endpoints: (filter: Page & { organizationId?: string | undefined }) =>
    queryOptions({
      queryKey: ['webhooks', filter],
      queryFn: () =>
        answerTo(api.GET('/api/webhook-endpoint', { params: { query: { ...filter, order: 'newest', limit: PAGE } } })),
    }),
  endpoint: (id: string) =>
    queryOptions({
      queryKey: ['webhook', id],
      queryFn: () => answerTo(api.GET('/api/webhook-endpoint/{id}', { params: { path: { id } } })),
      placeholderData: undefined,
    }),
  attempts: (id: string, filter: Page & { outcome?: Outcome | undefined }) =>
    queryOptions({
      queryKey: ['webhook-attempts', id, filter],
      queryFn: () =>
        answerTo(
          api.GET('/api/webhook-endpoint/{id}/attempts', {
            params: { path: { id }, query: { ...filter, limit: PAGE } },
          }),
        ),
    }),
};

/** What an endpoint is sent. */
export const eventsIn = ({ eventTypes }: { eventTypes: readonly string[] }): string =>
  eventTypes.map((type) => (type === '*' ? 'all' : type)).join(', ');
