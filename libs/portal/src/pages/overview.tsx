import type { Resource } from '@staycover/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { Answer } from '../data/api.ts';
import { queries } from '../data/queries.ts';
import { List } from '../ui/list.tsx';
import { Head, Part } from '../ui/parts.tsx';
import { Empty } from '../ui/states.tsx';
import { Figures } from './figures.tsx';
import { invoiceColumns } from './invoices.tsx';
import { NeedsYou } from './needs-you.tsx';

/** Pending decisions, figures, and unpaid invoices. */
export const OverviewPage = () => {
  const { org, cursor } = useSearch({ strict: false });
  const sent = useQuery({
    ...queries.invoices({ organizationId: org, status: 'SENT', cursor }),
    select: withoutCredits,
  });
  return (
    <>
      <Head kind={org === undefined ? 'All organizations' : org} title="Overview" />
      <Begin />
      <NeedsYou />
      <Figures />
      <Part title="Invoices that wait to be paid">
        <List
          caption="Invoices that wait to be paid"
          found={sent}
          columns={invoiceColumns}
          getKey={({ id }) => id}
          empty={
            <Empty title="None">
              <p>An invoice that was sent stays here until it is paid.</p>
            </Empty>
          }
        />
      </Part>
    </>
  );
};

type Invoices = Answer<Resource<'Invoice'>[]>;

/** A credit note is nothing that somebody has to pay. */
const withoutCredits = ({ data, ...answer }: Invoices): Invoices => ({
  ...answer,
  data: data.filter(({ documentType }) => documentType === 'INVOICE'),
});

/** On a platform without policies: where to begin. */
const Begin = () => {
  const { org } = useSearch({ strict: false });
  const policies = useQuery(queries.policySummary({ organizationId: org })).data?.data;
  if (policies === undefined || policies.states.some(({ count }) => count > 0)) return null;
  return (
    <section className="empty begin">
      <h2>Nothing is here yet</h2>
      <p>Six calls, ready to send, lead to a paid invoice and its reserves. It takes a minute.</p>
      <p>
        <Link to="/start" className="button primary">
          Start
        </Link>
      </p>
    </section>
  );
};
