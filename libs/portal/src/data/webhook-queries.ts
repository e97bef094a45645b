import { queryOptions } from '@tanstack/react-query';
import { answerTo, api } from './api.ts';
import { many } from './queries.ts';

type Page = { cursor?: string | undefined };
type Outcome = 'DELIVERED' | 'FAILED';

const PAGE = 50;

export const webhookQueries = {
  endpoints: (filter: Page & { organizationId?: string | undefined }) =>
    many('webhooks', filter, () =>
      answerTo(api.GET('/api/webhook-endpoint', { params: { query: { ...filter, order: 'newest', limit: PAGE } } })),
    ),
  endpoint: (id: string) =>
    queryOptions({
      queryKey: ['webhook', id],
      queryFn: () => answerTo(api.GET('/api/webhook-endpoint/{id}', { params: { path: { id } } })),
      placeholderData: undefined,
    }),
  attempts: (id: string, filter: Page & { outcome?: Outcome | undefined }) =>
    many(`attempts of ${id}`, filter, () =>
      answerTo(
        api.GET('/api/webhook-endpoint/{id}/attempts', {
          params: { path: { id }, query: { ...filter, limit: PAGE } },
        }),
      ),
    ),
};

/** What an endpoint is sent. */
export const eventsIn = ({ eventTypes }: { eventTypes: readonly string[] }): string =>
  eventTypes.map((type) => (type === '*' ? 'all' : type)).join(', ');
