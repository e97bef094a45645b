import type { Resource as ResourceOf } from '@staycover/client';
import { Empty } from '../ui/states.tsx';
import { LedgerEntries } from './ledger-entries.tsx';

/** What is due of an invoice, and why: every entry of the ledger that is about it. */
export const InvoiceMoney = ({ invoice }: { invoice: ResourceOf<'Invoice'> }) => {
  const { id, organizationId, sentAt, invoiceReference } = invoice;
  const nothing = <Empty title="Nothing is due yet: it was not sent" />;
  if (sentAt === null) return nothing;
  const caption = `What happened to ${invoiceReference}`;
  return <LedgerEntries caption={caption} organizationId={organizationId} itemId={id} empty={nothing} />;
};
