import type { Resource as ResourceOf } from '@staycover/client';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { moment } from '../data/format.ts';
import type { AllowedActions } from '../data/headers.ts';
import { eventsIn, webhookQueries } from '../data/webhook-queries.ts';
import { Action } from '../ui/action.tsx';
import { List, StateFilter } from '../ui/list.tsx';
import { Facts, Head, Part, State } from '../ui/parts.tsx';
import { Resource } from '../ui/resource.tsx';
import { Empty } from '../ui/states.tsx';
import type { Column } from '../ui/table.tsx';
import { replay, WebhookActions } from './webhook-actions.tsx';

type Attempt = ResourceOf<'WebhookAttempt'>;

const TEST_TYPE = 'insurance.insight.webhook-test.v1';

/** An endpoint with its deliveries. */
export const WebhookPage = () => {
  const { id = '' } = useParams({ strict: false });
  const found = useQuery(webhookQueries.endpoint(id));
  return (
    <Resource heading="h1" found={found}>
      {(answer) => {
        const { data: endpoint, allowed } = answer;
        return (
          <>
            <Head kind={`Webhook endpoint of ${endpoint.organizationId}`} title={endpoint.url} state={endpoint.status}>
              <WebhookActions answer={answer} />
            </Head>
            {endpoint.status === 'DISABLED' && (
              <p role="status">
                It answered 410, or took no event for 5 days, and is sent nothing. Activate it, then replay what it
                missed.
              </p>
            )}
            <Facts
              facts={[
                ['Events', eventsIn(endpoint)],
                ['Description', endpoint.description],
                ['Made', `${moment(endpoint.createdDate)} by ${endpoint.createdBy}`],
                ['Changed', moment(endpoint.lastModifiedDate)],
              ]}
            />
            <Part title="Attempts of 30 days">
              <Attempts id={id} allowed={allowed} />
            </Part>
          </>
        );
      }}
    </Resource>
  );
};

const Attempts = ({ id, allowed }: { id: string; allowed: AllowedActions }) => {
  const { status, cursor } = useSearch({ strict: false });
  const outcome = status === 'FAILED' || status === 'DELIVERED' ? status : undefined;
  const found = useQuery(webhookQueries.attempts(id, { outcome, cursor }));
  return (
    <>
      <StateFilter states={['DELIVERED', 'FAILED']} />
      <List
        flows
        caption="Attempts"
        found={found}
        columns={allowed.has('replayWebhookEvents') ? [...columns, again(id)] : columns}
        getKey={(attempt) => attempt.id}
        empty={
          <Empty title="Nothing was sent yet" heading="h2">
            <p>{allowed.has('testWebhookEndpoint') ? 'Test the endpoint, or wait' : 'Wait'} for the next event.</p>
          </Empty>
        }
      />
    </>
  );
};

const columns: readonly Column<Attempt>[] = [
  { name: 'Event', cell: ({ eventType }) => eventType.replace(/^insurance\./, '') },
  { name: 'Result', cell: ({ outcome }) => <State name={outcome} /> },
  { name: 'Why', cell: ({ error, answer }) => error ?? answer ?? '' },
  { name: 'When', cell: ({ at }) => moment(at), unbroken: true, wide: true },
  { name: 'Status', cell: ({ status }) => status ?? '–', figure: true, wide: true },
  { name: 'ms', cell: ({ durationMs }) => durationMs, figure: true, wide: true },
];

/** A test event is not stored. */
const again = (id: string): Column<Attempt> => ({
  name: 'Again',
  cell: ({ eventId, eventType }) =>
    eventType !== TEST_TYPE && (
      <Action verb="Send again" send={() => replay(id, { eventId, limit: 1 })}>
        <p>
          The event {eventType} is sent once more, under its id {eventId}.
        </p>
      </Action>
    ),
});
