import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { queries } from '../data/queries.ts';
import { List } from '../ui/list.tsx';
import { Head, Part } from '../ui/parts.tsx';
import { Empty } from '../ui/states.tsx';
import { Figures } from './figures.tsx';
import { invoiceColumns } from './invoices.tsx';
import { NeedsYou } from './needs-you.tsx';

/** What needs somebody, figures, and invoices that wait to be paid. */
export const OverviewPage = () => {
  const { org } = useSearch({ strict: false });
  const sent = useQuery(queries.invoices({ organizationId: org, status: 'SENT' }));
  return (
    <>
      <Head kind={org === undefined ? 'All organizations' : org} title="Overview" />
      <NeedsYou />
      <Figures />
      <Part title="Invoices that wait to be paid">
        <List
          caption="Invoices that wait to be paid"
          found={sent}
          columns={invoiceColumns}
          keyOf={({ id }) => id}
          empty={
            <Empty title="None">
              <p>
                <Link to="/start">From an empty platform to a paid invoice, in five calls</Link>
              </p>
            </Empty>
          }
        />
      </Part>
    </>
  );
};
