import type { Resource } from '@staycover/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { moment } from '../data/format.ts';
import { useIsOperator } from '../data/me.ts';
import { eventsIn, webhookQueries } from '../data/webhook-queries.ts';
import { List } from '../ui/list.tsx';
import { Head, State } from '../ui/parts.tsx';
import { Empty } from '../ui/states.tsx';
import type { Column } from '../ui/table.tsx';
import { CreateWebhook } from './webhook-form.tsx';

const columns: readonly Column<Resource<'WebhookEndpoint'>>[] = [
  {
    name: 'Address',
    cell: ({ id, url }) => (
      <Link to="/webhooks/$id" params={{ id }} search={({ org }) => ({ org })}>
        {url}
      </Link>
    ),
  },
  { name: 'State', cell: ({ status }) => <State name={status} /> },
  { name: 'Events', cell: eventsIn, wide: true },
  { name: 'Organization', cell: ({ organizationId }) => organizationId, wide: true },
  { name: 'Made', cell: ({ createdDate }) => moment(createdDate), wide: true },
];

/** Addresses that events are sent to. */
export const WebhooksPage = () => {
  const { org, cursor } = useSearch({ strict: false });
  const isOperator = useIsOperator();
  const found = useQuery(webhookQueries.endpoints({ organizationId: org, cursor }));
  return (
    <>
      <Head kind="Platform" title="Webhooks">
        {isOperator && <CreateWebhook />}
      </Head>
      <List
        flows
        caption="Webhook endpoints"
        found={found}
        columns={columns}
        getKey={({ id }) => id}
        empty={
          <Empty title="No webhook endpoints here">
            <p>
              {isOperator
                ? 'Add the address of a system of yours, and it gets each event as it happens, signed.'
                : 'The address of a system gets each event as it happens, signed. People with the role ops can add one here.'}
            </p>
          </Empty>
        }
      />
    </>
  );
};
