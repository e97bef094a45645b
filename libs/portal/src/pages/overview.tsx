import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queries } from '../data/queries.ts';
import { List } from '../ui/list.tsx';
import { Head, Part } from '../ui/parts.tsx';
import { Empty, ProblemView } from '../ui/states.tsx';
import { Figures } from './figures.tsx';
import { invoiceColumns } from './invoices.tsx';

/** What needs somebody, figures, and invoices that wait to be paid. */
export const OverviewPage = () => {
  const { org } = useSearch({ strict: false });
  const renewals = useQuery(queries.renewalSummary({ organizationId: org }));
  const invoices = useQuery(queries.invoiceSummary({ organizationId: org }));
  const policies = useQuery(queries.policySummary({ organizationId: org }));
  const sent = useQuery(queries.invoices({ organizationId: org, status: 'SENT' }));
  const invoicesIn = counted(invoices.data?.data.currencies.flatMap(({ states }) => states));
  return (
    <>
      <Head kind={org === undefined ? 'All organizations' : org} title="Overview" />
      <div className="cards">
        <Card found={renewals} count={renewals.data?.data.toDecide} name="renewals to decide">
          <Link to="/renewals">Decide</Link>
        </Card>
        <Card found={invoices} count={invoicesIn('PAST_DUE')} name="invoices past due">
          <Link to="/invoices" search={{ status: 'PAST_DUE' }}>
            See them
          </Link>
        </Card>
        <Card found={invoices} count={invoicesIn('DRAFT')} name="drafts to send">
          <Link to="/invoices" search={{ status: 'DRAFT' }}>
            See them
          </Link>
        </Card>
        <Card found={policies} count={counted(policies.data?.data.states)('SUSPENDED')} name="policies suspended">
          <Link to="/policies" search={{ status: 'SUSPENDED' }}>
            See them
          </Link>
        </Card>
      </div>
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

type States = readonly { status: string; count: number }[];

/** How many there are in a state, once that is known. */
const counted =
  (states: States | undefined) =>
  (status: string): number | undefined =>
    states?.reduce((total, one) => total + (one.status === status ? one.count : 0), 0);

type CardProps = { found: { error: Error | null }; count: number | undefined; name: string; children: ReactNode };

const Card = ({ found: { error }, count, name, children }: CardProps) => {
  if (error && count === undefined) return <ProblemView error={error} />;
  return (
    <section className="card" aria-label={name}>
      <p className="number">{count ?? '…'}</p>
      <p>{name}</p>
      {count !== undefined && count > 0 && children}
    </section>
  );
};
