import type { Resource } from '@staycover/client';
import { type Answer, answerTo, api } from '../data/api.ts';
import { money, rate, words } from '../data/format.ts';
import { Action } from '../ui/action.tsx';
import { PartTable } from '../ui/list.tsx';

type Invoice = Resource<'Invoice'>;

/** The lines of an invoice; manual ones of a draft can be removed. */
export const InvoiceLines = ({ answer }: { answer: Answer<Invoice> }) => {
  const { data: invoice, allowed, etag } = answer;
  const canRemove = allowed.has('removeLineItem');
  const rows = invoice.lineItems.map((line, index) => ({ ...line, index }));
  return (
    <PartTable
      caption={`Lines of ${invoice.invoiceReference}`}
      keyOf={(_line, i) => String(i)}
      rows={rows}
      columns={[
        { name: 'Line', cell: ({ description }) => description },
        { name: 'Category', cell: ({ category }) => words(category), wide: true },
        { name: 'Quantity', cell: ({ quantity }) => quantity, figure: true, wide: true },
        { name: 'Price', cell: ({ unitPrice }) => rate(unitPrice), figure: true, wide: true },
        { name: 'Amount', cell: ({ amount }) => money(amount, invoice.currency), figure: true },
        ...(canRemove && rows.some(({ manual }) => manual)
          ? [
              {
                name: 'Remove',
                cell: (line: (typeof rows)[number]) =>
                  line.manual && (
                    <Action
                      verb="Remove"
                      isFinal
                      send={() =>
                        answerTo(
                          api.DELETE('/api/invoice/{id}/line-items/{index}', {
                            params: { path: { id: invoice.id, index: line.index } },
                            headers: { 'If-Match': etag },
                          }),
                        )
                      }
                    >
                      <p>
                        {line.description}, {money(line.amount, invoice.currency)}, is taken off{' '}
                        {invoice.invoiceReference}.
                      </p>
                    </Action>
                  ),
              },
            ]
          : []),
      ]}
    />
  );
};
