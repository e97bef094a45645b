import type { Resource as ResourceOf } from '@staycover/client';
import { useQuery } from '@tanstack/react-query';
import { toEntries } from '../data/entries.ts';
import { queries } from '../data/queries.ts';
import { Resource } from '../ui/resource.tsx';
import { Empty } from '../ui/states.tsx';
import { LedgerEntries, referenceNames } from './ledger-entries.tsx';

/** What is due of an invoice, and why: every entry of the ledger that is about it. */
export const InvoiceMoney = ({ invoice }: { invoice: ResourceOf<'Invoice'> }) => {
  const { id, organizationId, currency, sentAt, invoiceReference } = invoice;
  const from = (sentAt ?? invoice.createdDate).slice(0, 10);
  const statement = useQuery(queries.statement({ organizationId, currency, from }));
  const payments = useQuery(queries.payments({ invoiceId: id }));
  const documents = useQuery(queries.invoices({ organizationId }));
  const invoices = [...(documents.data?.data ?? []), invoice];
  const names = referenceNames({ invoices, payments: payments.data?.data ?? [] });
  if (sentAt === null) return <Empty title="Nothing is due yet: it was not sent" />;
  return (
    <Resource found={statement}>
      {({ data: { postings } }) => (
        <LedgerEntries
          caption={`What happened to ${invoiceReference}`}
          currency={currency}
          names={names}
          entries={toEntries(postings).filter(({ items }) => items.some((item) => item.id === id))}
        />
      )}
    </Resource>
  );
};
