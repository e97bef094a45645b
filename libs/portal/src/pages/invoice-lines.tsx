import type { Resource } from '@staycover/client';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type Answer, answerTo, api } from '../data/api.ts';
import { money, rate, words } from '../data/format.ts';
import { queries } from '../data/queries.ts';
import { Action } from '../ui/action.tsx';
import { List } from '../ui/list.tsx';
import { LineText } from '../ui/parts.tsx';
import { Empty } from '../ui/states.tsx';
import type { Column } from '../ui/table.tsx';

type Invoice = Resource<'Invoice'>;
/** A line and where it stands, in the version of the invoice that it was read of. */
type Line = Resource<'LineItem'> & { index: number; etag: string | undefined };

const columnsIn = (currency: string): readonly Column<Line>[] => [
  { name: 'Line', cell: (line) => <LineText {...line} /> },
  { name: 'Category', cell: ({ category }) => words(category), wide: true },
  { name: 'Quantity', cell: ({ quantity }) => quantity, figure: true, wide: true },
  { name: 'Price', cell: ({ unitPrice }) => rate(unitPrice, currency), figure: true, wide: true },
  { name: 'Amount', cell: ({ amount }) => money(amount, currency), figure: true },
];

/** The lines of an invoice; manual ones of a draft can be removed. */
export const InvoiceLines = ({ answer: { data: invoice, allowed } }: { answer: Answer<Invoice> }) => {
  const { cursor } = useSearch({ strict: false });
  const from = Number(cursor ?? 0);
  const numbered = ({ data, etag, ...rest }: Answer<Resource<'LineItem'>[]>): Answer<Line[]> => ({
    ...rest,
    etag,
    data: data.map((line, i) => ({ ...line, index: from + i, etag })),
  });
  const found = useQuery({ ...queries.lineItems(invoice.id, { cursor }), select: numbered });
  // While another page loads, the lines of the one before have the numbers of that page.
  const isNumbered = !found.isPlaceholderData;
  const canRemove = isNumbered && allowed.has('removeLineItem') && found.data?.data.some(({ manual }) => manual);
  const remove: Column<Line> = {
    name: 'Remove',
    // Lines move up when one before them goes: an open dialog is of its own line, not of the next one at its number.
    cell: (line) =>
      line.manual && <RemoveLine key={`${line.description} ${line.amount}`} invoice={invoice} line={line} />,
  };
  return (
    <List
      caption={`Lines of ${invoice.invoiceReference}`}
      found={found}
      getKey={({ index }) => String(index)}
      columns={[...columnsIn(invoice.currency), ...(canRemove ? [remove] : [])]}
      empty={<Empty title="No lines" />}
    />
  );
};

const RemoveLine = ({ invoice, line }: { invoice: Invoice; line: Line }) => (
  <Action
    verb="Remove"
    isFinal
    send={() =>
      answerTo(
        api.DELETE('/api/invoice/{id}/line-items/{index}', {
          params: { path: { id: invoice.id, index: line.index } },
          headers: { 'If-Match': line.etag },
        }),
      )
    }
  >
    <p>
      <LineText {...line} />, {money(line.amount, invoice.currency)}, is taken off {invoice.invoiceReference}.
    </p>
  </Action>
);
