import type { Resource as ResourceOf } from '@staycover/client';
import { useQuery } from '@tanstack/react-query';
import { days, money, rate, words } from '../data/format.ts';
import { queries } from '../data/queries.ts';
import { PartTable } from '../ui/list.tsx';
import { LineText } from '../ui/parts.tsx';
import { Resource } from '../ui/resource.tsx';

/** How each line came about: which nights, at which rate, and from where that is. */
export const Explanation = ({ invoice }: { invoice: ResourceOf<'Invoice'> }) => {
  const found = useQuery(queries.explanation(invoice));
  return (
    <Resource found={found}>
      {({ data: { lines } }) => (
        <PartTable
          caption={`How the lines of ${invoice.invoiceReference} came about`}
          getKey={({ index }) => String(index)}
          rows={lines}
          columns={[
            { name: 'Line', cell: (line) => <LineText {...line} /> },
            {
              name: 'Nights',
              cell: ({ nightRanges }) => nightRanges.map(({ from, to }) => days(from, to)).join(', ') || '–',
            },
            { name: 'Rate', cell: ({ ratePerNight }) => rate(ratePerNight, invoice.currency), figure: true },
            {
              name: 'Rate of',
              cell: ({ rateSource }) => (rateSource === null ? 'by hand' : words(rateSource)),
              wide: true,
            },
            {
              name: 'Unrounded',
              cell: ({ unroundedAmount }) => unroundedAmount.replace('-', '−'),
              figure: true,
              wide: true,
            },
            { name: 'Amount', cell: ({ amount }) => money(amount, invoice.currency), figure: true },
          ]}
        />
      )}
    </Resource>
  );
};
