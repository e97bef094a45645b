import type { Resource } from '@staycover/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { day, rate } from '../data/format.ts';
import { queries } from '../data/queries.ts';
import { List } from '../ui/list.tsx';
import { Head, State } from '../ui/parts.tsx';
import { RenewsByItself } from '../ui/renews-by-itself.tsx';
import { Empty, ProblemView } from '../ui/states.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { RateChange, RenewalActions } from './renewal-actions.tsx';
import { RenewalRun } from './renewal-run.tsx';

export const RenewalsPage = () => {
  const { view } = useSearch({ strict: false });
  return (
    <>
      <Head kind="Cover" title="Renewals" />
      <Tabs views={{ review: 'To decide', ahead: 'Ahead', run: 'Run' }} />
      {view === 'ahead' ? <Ahead /> : view === 'run' ? <RenewalRun /> : <ToDecide />}
    </>
  );
};

const toDecide: readonly Column<Resource<'RenewalRecord'>>[] = [
  {
    name: 'Policy',
    cell: ({ organizationPolicyId, policyReference }) => (
      <Link
        to="/policies/$id"
        params={{ id: organizationPolicyId }}
        search={(search) => ({ org: search.org, view: 'renewals' })}
      >
        {policyReference ?? 'Its policy'}
      </Link>
    ),
  },
  { name: 'Organization', cell: ({ organizationId }) => organizationId, wide: true },
  { name: 'New term', cell: ({ newTermStart }) => `from ${day(newTermStart)}`, wide: true },
  { name: 'State', cell: ({ status }) => <State name={status} />, wide: true },
  {
    name: 'Why',
    cell: ({ failureReason, reviewReasons }) => failureReason ?? (reviewReasons.join(' ') || '–'),
    wide: true,
  },
  { name: 'Rate', cell: (renewal) => <RateChange renewal={renewal} />, figure: true },
  { name: 'Decide', cell: (renewal) => <RenewalActions of={renewal} /> },
];

const ToDecide = () => {
  const { org, cursor } = useSearch({ strict: false });
  const inReview = useQuery(queries.renewals({ organizationId: org, status: 'MANUAL_REVIEW', cursor }));
  // Further ones follow as these are decided: the pages are those of the list below.
  const failed = useQuery(queries.renewals({ organizationId: org, status: 'FAILED', order: 'newest' }));
  const refused = cursor === undefined ? (failed.data?.data ?? []) : [];
  return (
    <>
      {!inReview.error && failed.error && <ProblemView error={failed.error} onRetry={() => void failed.refetch()} />}
      {refused.length > 0 && (
        <Table caption="Renewals that failed" columns={toDecide} rows={refused} getKey={({ id }) => id} />
      )}
      <List
        caption="Renewals to decide"
        found={inReview}
        columns={toDecide}
        getKey={({ id }) => id}
        empty={
          refused.length === 0 && (
            <Empty title="Nothing to decide">
              <p>What the rules cannot renew by themselves waits here for an underwriter.</p>
            </Empty>
          )
        }
      />
    </>
  );
};

const ahead: readonly Column<Resource<'UpcomingRenewal'>>[] = [
  {
    name: 'Policy',
    cell: ({ id, policyReference }) => (
      <Link to="/policies/$id" params={{ id }} search={({ org }) => ({ org })}>
        {policyReference}
      </Link>
    ),
  },
  { name: 'State', cell: ({ status }) => <State name={status} /> },
  { name: 'Organization', cell: ({ organizationId }) => organizationId, wide: true },
  { name: 'Term ends', cell: ({ termEnd }) => day(termEnd) },
  { name: 'By itself', cell: (policy) => <RenewsByItself policy={policy} />, wide: true },
  { name: 'Per night', cell: ({ ratePerNight, currency }) => rate(ratePerNight, currency), figure: true },
];

const Ahead = () => {
  const { org, cursor } = useSearch({ strict: false });
  const found = useQuery(queries.upcoming({ organizationId: org, days: 90, cursor }));
  return (
    <List
      caption="Policies whose term ends within 90 days"
      found={found}
      columns={ahead}
      getKey={({ id }) => id}
      empty={
        <Empty title="No term ends within 90 days">
          <p>Terms of the policies that you may see are longer.</p>
        </Empty>
      }
    />
  );
};
