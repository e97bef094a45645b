import type { Resource as ResourceOf } from '@staycover/client';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../data/queries.ts';
import { PartTable } from '../ui/list.tsx';
import { Facts } from '../ui/parts.tsx';
import { Resource } from '../ui/resource.tsx';

type Document = ResourceOf<'PrintedDocument'>;

/** What the customer reads: the words and amounts of the PDF. */
export const InvoiceDocument = ({ invoice }: { invoice: ResourceOf<'Invoice'> }) => {
  const found = useQuery(queries.document(invoice));
  return (
    <Resource found={found}>
      {({ data: document }) => (
        <article className="document">
          <h2>
            {document.title} {document.reference}
          </h2>
          {document.notice !== null && <p>{document.notice}</p>}
          {document.issuer.length > 0 && <p>{document.issuer.join(', ')}</p>}
          <p>{document.party.join(', ')}</p>
          <Facts facts={document.facts.map(({ name, value }) => [name, value])} />
          <PartTable
            caption={`${document.title} ${document.reference}`}
            rows={toRows(document)}
            getKey={(_row, i) => String(i)}
            columns={[
              { name: 'Cover', cell: ({ cover }) => cover },
              { name: 'For', cell: ({ text }) => text },
              { name: 'Quantity', cell: ({ quantity }) => quantity, figure: true, wide: true },
              { name: 'Rate', cell: ({ unitPrice }) => unitPrice, figure: true, wide: true },
              { name: 'Amount', cell: ({ amount }) => amount, figure: true },
            ]}
          />
          <Facts facts={document.sums.flat().map(({ name, value }) => [name, value])} />
        </article>
      )}
    </Resource>
  );
};

const toRows = ({ tables }: Document) =>
  tables.flatMap(({ groups }) =>
    groups.flatMap(({ name, lines }) =>
      lines.map(([text, quantity, unitPrice, amount]) => ({ cover: name, text, quantity, unitPrice, amount })),
    ),
  );
