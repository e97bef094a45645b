import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Answer } from '../data/api.ts';
import { queries } from '../data/queries.ts';
import { List } from '../ui/list.tsx';
import { Head, Part } from '../ui/parts.tsx';
import { Empty, ProblemView } from '../ui/states.tsx';
import { invoiceColumns } from './invoices.tsx';

/** What needs somebody, and the latest invoices. */
export const OverviewPage = () => {
  const { org } = useSearch({ strict: false });
  const renewals = useQuery(queries.renewals({ organizationId: org, status: 'MANUAL_REVIEW' }));
  const pastDue = useQuery(queries.invoices({ organizationId: org, status: 'PAST_DUE' }));
  const drafts = useQuery(queries.invoices({ organizationId: org, status: 'DRAFT' }));
  const suspended = useQuery(queries.policies({ organizationId: org, status: 'SUSPENDED' }));
  const sent = useQuery(queries.invoices({ organizationId: org, status: 'SENT' }));
  return (
    <>
      <Head kind={org === undefined ? 'All organizations' : org} title="Overview" />
      <div className="cards">
        <Card found={renewals} name="renewals to decide">
          <Link to="/renewals">Decide</Link>
        </Card>
        <Card found={pastDue} name="invoices past due">
          <Link to="/invoices" search={{ status: 'PAST_DUE' }}>
            See them
          </Link>
        </Card>
        <Card found={drafts} name="drafts to send">
          <Link to="/invoices" search={{ status: 'DRAFT' }}>
            See them
          </Link>
        </Card>
        <Card found={suspended} name="policies suspended">
          <Link to="/policies" search={{ status: 'SUSPENDED' }}>
            See them
          </Link>
        </Card>
      </div>
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

type CardProps = {
  found: { data: Answer<unknown[]> | undefined; error: Error | null };
  name: string;
  children: ReactNode;
};

/** How many there are, as far as a page of the list tells. */
const Card = ({ found: { data, error }, name, children }: CardProps) => {
  if (error && !data) return <ProblemView error={error} />;
  const count = data && `${data.data.length}${data.next === undefined ? '' : '+'}`;
  return (
    <section className="card" aria-label={name}>
      <p className="number">{count ?? '…'}</p>
      <p>{name}</p>
      {data && data.data.length > 0 && children}
    </section>
  );
};
