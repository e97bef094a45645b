import type { Resource } from '@staycover/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { days, rate } from '../data/format.ts';
import { pages, queries } from '../data/queries.ts';
import { useFirstVisit } from '../ui/first-visit.tsx';
import { List, StateFilter } from '../ui/list.tsx';
import { Head, State } from '../ui/parts.tsx';
import { SaveCsv } from '../ui/save.tsx';
import { Empty } from '../ui/states.tsx';
import type { Column } from '../ui/table.tsx';

type Policy = Resource<'Policy'>;

const STATES: readonly Policy['status'][] = ['PENDING', 'ACTIVE', 'SUSPENDED', 'CANCELLED', 'EXPIRED', 'SUPERSEDED'];

const columns: readonly Column<Policy>[] = [
  {
    name: 'Policy',
    cell: ({ id, policyReference }) => (
      <Link to="/policies/$id" params={{ id }}>
        {policyReference}
      </Link>
    ),
    unbroken: true,
  },
  { name: 'State', cell: ({ status }) => <State name={status} /> },
  { name: 'Organization', cell: ({ organizationId }) => organizationId, wide: true },
  { name: 'Name', cell: ({ name }) => name, wide: true },
  { name: 'Term', cell: ({ termStart, termEnd }) => days(termStart, termEnd), wide: true },
  { name: 'Covered', cell: ({ activeEnrollmentCount }) => activeEnrollmentCount, figure: true, wide: true },
  { name: 'Per night', cell: ({ ratePerNight, currency }) => rate(ratePerNight, currency), figure: true },
];

export const PoliciesPage = () => {
  const { org, status, of, cursor } = useSearch({ strict: false });
  const filter = { organizationId: org, contractId: of, status: STATES.find((state) => state === status) };
  const found = useQuery(queries.policies({ ...filter, cursor }));
  return (
    <>
      <Head kind="Cover" title="Policies">
        <SaveCsv name="policies" load={(from) => pages.policies({ ...filter, cursor: from })} />
      </Head>
      <StateFilter states={STATES} />
      <List caption="Policies" found={found} columns={columns} getKey={({ id }) => id} empty={<NoPolicies />} />
    </>
  );
};

const NoPolicies = () => {
  const first = useFirstVisit();
  return (
    <Empty title="No policies here">
      <p>A closed deal makes a contract and its policy.</p>
      {first && (
        <p>
          <Link to="/start">{first === 'deal' ? 'Send a deal' : 'Make a policy'}</Link>
        </p>
      )}
    </Empty>
  );
};
