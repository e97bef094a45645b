import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Answer } from '../data/api.ts';
import { type Entry, toEntry } from '../data/entries.ts';
import { day, money } from '../data/format.ts';
import { queries } from '../data/queries.ts';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/table.tsx';

type Booked = Parameters<typeof toEntry>[0];

/** What it is about; of an allocation, how much went where. */
const Items = ({ items, moved, currency }: Entry) => (
  <>
    {moved !== undefined && `${money(moved, currency)} of `}
    {items.map(({ id, name, isDocument }, i) => (
      <span key={id}>
        {i > 0 && ' → '}
        {isDocument ? (
          <Link to="/invoices/$id" params={{ id }}>
            {name}
          </Link>
        ) : (
          name
        )}
      </span>
    ))}
  </>
);

const columns: readonly Column<Entry>[] = [
  { name: 'Day', cell: ({ postedOn }) => day(postedOn) },
  { name: 'What', cell: ({ what }) => what, whole: true },
  { name: 'Of', cell: Items },
  { name: 'Amount', cell: ({ amount, currency }) => money(amount, currency), figure: true },
];

const inWords =
  (itemId: string | undefined) =>
  ({ data, ...answer }: Answer<Booked[]>): Answer<Entry[]> => ({
    ...answer,
    data: data.map((booked) => toEntry(booked, itemId)),
  });

type Props = {
  caption: string;
  organizationId: string;
  /** Only entries about this invoice. */
  itemId?: string;
  empty: ReactNode;
};

/** Entries of the ledger of an organization in words, the newest first. */
export const LedgerEntries = ({ caption, organizationId, itemId, empty }: Props) => {
  const { cursor } = useSearch({ strict: false });
  const found = useQuery({ ...queries.accountEntries(organizationId, { itemId, cursor }), select: inWords(itemId) });
  return <List caption={caption} found={found} columns={columns} getKey={({ id }) => id} empty={empty} />;
};
