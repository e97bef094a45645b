import type { Resource } from '@staycover/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { claimed, day, moment } from '../data/format.ts';
import { pages, queries } from '../data/queries.ts';
import { List, StateFilter } from '../ui/list.tsx';
import { Head, State } from '../ui/parts.tsx';
import { SaveCsv } from '../ui/save.tsx';
import { Empty } from '../ui/states.tsx';
import type { Column } from '../ui/table.tsx';

const columns: readonly Column<Resource<'Claim'>>[] = [
  {
    name: 'Claim',
    cell: ({ id, claimReference }) => (
      <Link to="/claims/$id" params={{ id }}>
        {claimReference}
      </Link>
    ),
    unbroken: true,
  },
  { name: 'State', cell: ({ statusName }) => <State name={statusName} /> },
  { name: 'Reservation', cell: ({ reservationReferenceId }) => reservationReferenceId ?? '–', wide: true },
  { name: 'Damage on', cell: ({ damageDate }) => day(damageDate), wide: true },
  { name: 'Made', cell: ({ createdDate }) => moment(createdDate), wide: true },
  { name: 'Estimate', cell: ({ estimateAmount, currency }) => claimed(estimateAmount, currency), figure: true },
];

const STATES: readonly Resource<'Claim'>['statusName'][] = [
  'DRAFT',
  'SUBMITTED',
  'UNDER_REVIEW',
  'INFO_REQUESTED',
  'APPROVED',
  'DENIED',
  'PAID',
  'CLOSED',
  'WITHDRAWN',
];

export const ClaimsPage = () => {
  const { org, reservation, status, cursor } = useSearch({ strict: false });
  const filter = {
    organizationId: org,
    reservationReferenceId: reservation,
    status: STATES.find((state) => state === status),
  };
  const found = useQuery(queries.claims({ ...filter, cursor }));
  return (
    <>
      <Head kind="Cover" title={reservation === undefined ? 'Claims' : `Claims of ${reservation}`}>
        <SaveCsv name="claims" load={(from) => pages.claims({ ...filter, cursor: from })} />
      </Head>
      <StateFilter states={STATES} />
      <List
        caption="Claims"
        found={found}
        columns={columns}
        getKey={({ id }) => id}
        empty={
          <Empty title="No claims here">
            <p>Other systems and guests report claims, by the API or as events.</p>
            <p>
              <a href="/docs#/claim/submitClaim">The call that makes one</a>
            </p>
          </Empty>
        }
      />
    </>
  );
};
