import type { WebhookAttempt, WebhookEndpointSecret } from '@staycover/api';
import { contractEvents, type EventDefinition, eventSubject, insightEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { eventually, type TestService } from '@staycover/testing';

/** What specs of webhooks do with a service. */
export const webhookSteps = (service: () => TestService) => {
  const path = '/api/webhook-endpoint';
  const publish = async (
    organizationId: string,
    aggregateId: string,
    event: EventDefinition = contractEvents.contractChanged,
  ) => {
    const id = newId();
    const data = {
      ...(event.example.data as object),
      organizationId,
      ...(event === contractEvents.contractChanged && { contractId: aggregateId }),
    };
    const envelope = { ...event.example, id, subject: aggregateId, data };
    await service().events.publishRaw(eventSubject(event, organizationId), JSON.stringify(envelope), id);
    return id;
  };
  return {
    publish,

    /** Publishes events one after the other. */
    async publishAll(organizationId: string, aggregateIds: readonly string[]) {
      const ids: string[] = [];
      for (const aggregateId of aggregateIds) ids.push(await publish(organizationId, aggregateId));
      return ids;
    },

    async create(url: string, more: object = {}): Promise<WebhookEndpointSecret> {
      const body = { organizationId: `org-${newId()}`, url, ...more };
      const answer = await service().http.post(path, body);
      if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body as WebhookEndpointSecret;
    },

    attempts: async (id: string, query = ''): Promise<WebhookAttempt[]> =>
      (await service().http.get(`${path}/${id}/attempts${query}`)).body as WebhookAttempt[],

    /** How many events wait for an endpoint. */
    async waiting(id: string): Promise<number> {
      const text =
        'select count(*)::int as count from webhook_delivery where endpoint_id = $1 and delivered_at is null';
      const [row] = await service().sql<{ count: number }>(text, [id]);
      return row!.count;
    },

    /** Waits until an endpoint is disabled, and returns the event about it. */
    disabled: (id: string) =>
      eventually('the endpoint is disabled', () =>
        service().events.seen.find(
          ({ type, subject }) => type === insightEvents.webhookEndpointDisabled.type && subject === id,
        ),
      ),
  };
};
