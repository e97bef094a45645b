import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIsOperator } from '../data/me.ts';
import { services } from '../data/operations.ts';
import { queries } from '../data/queries.ts';
import { ProblemView } from '../ui/states.tsx';
import { type Asked, useLastError } from '../ui/steady.ts';
import { useDeadLetters } from './dead-letters.tsx';

/** Pending decisions, each with a link. */
export const NeedsYou = () => {
  const { org } = useSearch({ strict: false });
  const renewals = useQuery(queries.renewalSummary({ organizationId: org }));
  const invoices = useQuery(queries.invoiceSummary({ organizationId: org }));
  const policies = useQuery(queries.policySummary({ organizationId: org }));
  const isOperator = useIsOperator() ?? false;
  const { letters, isMore, errors } = useDeadLetters(services, org, isOperator);
  const invoicesIn = counted(invoices.data?.data.currencies.flatMap(({ states }) => states));
  return (
    <div className="cards">
      <Card found={renewals} count={renewals.data?.data.toDecide} name="renewals to decide">
        <Link to="/renewals">Decide</Link>
      </Card>
      <Card found={invoices} count={invoicesIn('PAST_DUE')} name="invoices past due">
        <Link to="/invoices" search={{ status: 'PAST_DUE' }}>
          See them
        </Link>
      </Card>
      <Card found={invoices} count={invoicesIn('SUSPENDED')} name="invoices suspended">
        <Link to="/invoices" search={{ status: 'SUSPENDED' }}>
          See them
        </Link>
      </Card>
      <Card found={invoices} count={invoicesIn('DRAFT')} name="drafts to send">
        <Link to="/invoices" search={{ status: 'DRAFT' }}>
          See them
        </Link>
      </Card>
      {errors.slice(0, 1).map(({ service, error }) => (
        <ProblemView key={service} error={error} />
      ))}
      {isOperator && letters.length > 0 && (
        <Card count={letters.length} name={isMore ? 'dead letters, and more' : 'dead letters'}>
          <Link to="/operations" search={{ view: 'letters' }}>
            See them
          </Link>
        </Card>
      )}
      <Card found={policies} count={counted(policies.data?.data.states)('SUSPENDED')} name="policies suspended">
        <Link to="/policies" search={{ status: 'SUSPENDED' }}>
          See them
        </Link>
      </Card>
    </div>
  );
};

type States = readonly { status: string; count: number }[];

/** How many there are in a state, once that is known. */
const counted =
  (states: States | undefined) =>
  (status: string): number | undefined =>
    states?.reduce((total, one) => total + (one.status === status ? one.count : 0), 0);

type CardProps = { found?: Asked; count: number | undefined; name: string; children: ReactNode };

const NOT_ASKED: Asked = { error: null, errorUpdatedAt: 0, isPending: false };

const Card = ({ found = NOT_ASKED, count, name, children }: CardProps) => {
  const error = useLastError(found);
  if (error && count === undefined) return <ProblemView error={error} />;
  return (
    <section className={`card ${count === 0 ? 'none' : ''}`} aria-label={name}>
      <p className="number">{count ?? '…'}</p>
      <p>{name}</p>
      {count !== undefined && count > 0 && children}
    </section>
  );
};
