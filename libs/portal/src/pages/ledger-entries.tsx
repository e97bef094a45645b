import type { Resource } from '@staycover/client';
import { Link } from '@tanstack/react-router';
import type { Entry } from '../data/entries.ts';
import { day, money } from '../data/format.ts';
import { Table } from '../ui/table.tsx';

type Named = { invoices?: readonly Resource<'Invoice'>[]; payments?: readonly Resource<'Payment'>[] };

/** What the items of entries are called. */
export const referenceNames = ({ invoices = [], payments = [] }: Named): Map<string, string> =>
  new Map([
    ...invoices.map(({ id, invoiceReference }): [string, string] => [id, invoiceReference]),
    ...payments.flatMap(({ id, paymentReference, refunds }): [string, string][] => [
      [id, paymentReference],
      ...refunds.map((refund): [string, string] => [refund.id, `refund of ${paymentReference}`]),
    ]),
  ]);

type Props = {
  caption: string;
  currency: string;
  entries: readonly Entry[];
  /** What items are called, by id; others are named by their kind. */
  names: ReadonlyMap<string, string>;
};

/** Entries of the ledger, in words. */
export const LedgerEntries = ({ caption, currency, entries, names }: Props) => (
  <Table
    caption={caption}
    getKey={({ id }) => id}
    rows={entries}
    columns={[
      { name: 'Day', cell: ({ postedOn }) => day(postedOn) },
      { name: 'What', cell: ({ what }) => what },
      {
        name: 'Of',
        cell: ({ items }) =>
          items.map(({ id, isDocument }, i) => (
            <span key={id}>
              {i > 0 && ' → '}
              {isDocument ? (
                <Link to="/invoices/$id" params={{ id }}>
                  {names.get(id) ?? 'document'}
                </Link>
              ) : (
                (names.get(id) ?? 'payment or refund')
              )}
            </span>
          )),
      },
      { name: 'Amount', cell: ({ amount }) => money(amount, currency), figure: true },
    ]}
  />
);
