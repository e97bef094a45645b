import type { Resource } from '@staycover/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { days, rate } from '../data/format.ts';
import { useOnlyOrganization } from '../data/me.ts';
import { queries } from '../data/queries.ts';
import { ChooseOrganization } from '../ui/choose-organization.tsx';
import { useFirstVisit } from '../ui/first-visit.tsx';
import { List, StateFilter } from '../ui/list.tsx';
import { Head, State } from '../ui/parts.tsx';
import { Empty } from '../ui/states.tsx';
import type { Column } from '../ui/table.tsx';

const columns: readonly Column<Resource<'Contract'>>[] = [
  {
    name: 'Contract',
    cell: ({ id, contractReference }) => (
      <Link to="/deals/$id" params={{ id }}>
        {contractReference}
      </Link>
    ),
    unbroken: true,
  },
  { name: 'State', cell: ({ status }) => <State name={status} /> },
  { name: 'Deal', cell: ({ crmDealId }) => crmDealId },
  {
    name: 'Runs',
    cell: ({ effectiveDate, expirationDate }) => days(effectiveDate, expirationDate),
    wide: true,
  },
  { name: 'Per night', cell: ({ baseRatePerNight, currency }) => rate(baseRatePerNight, currency), figure: true },
];

const STATES: readonly Resource<'Contract'>['status'][] = ['DRAFT', 'ACTIVE', 'SUSPENDED', 'EXPIRED', 'TERMINATED'];

export const DealsPage = () => {
  const only = useOnlyOrganization();
  const { org = only } = useSearch({ strict: false });
  return (
    <>
      <Head kind="Contracts" title="Deals" />
      {org === undefined ? <ChooseOrganization what="Deals" /> : <OrganizationDeals organization={org} />}
    </>
  );
};

const OrganizationDeals = ({ organization }: { organization: string }) => {
  const { cursor, status } = useSearch({ strict: false });
  const first = useFirstVisit();
  const found = useQuery(queries.contracts(organization, { status: STATES.find((state) => state === status), cursor }));
  return (
    <>
      <StateFilter states={STATES} />
      <List
        caption={`Contracts of ${organization}`}
        found={found}
        columns={columns}
        getKey={({ id }) => id}
        empty={
          <Empty title={`No deals of ${organization}`}>
            <p>{first === 'deal' ? <Link to="/start">Send one</Link> : 'They come from the CRM, signed.'}</p>
          </Empty>
        }
      />
    </>
  );
};
