import type { Resource as ResourceOf } from '@staycover/client';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import type { Answer } from '../data/api.ts';
import { day, days, moment, money } from '../data/format.ts';
import { queries } from '../data/queries.ts';
import { Facts, Head } from '../ui/parts.tsx';
import { PolicyLink } from '../ui/references.tsx';
import { Resource } from '../ui/resource.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Audit } from './audit.tsx';
import { InvoiceActions } from './invoice-actions.tsx';
import { InvoiceDocument } from './invoice-document.tsx';
import { Explanation } from './invoice-explanation.tsx';
import { InvoiceLines } from './invoice-lines.tsx';
import { InvoiceMoney } from './invoice-money.tsx';
import { Timeline } from './timeline.tsx';

type Invoice = ResourceOf<'Invoice'>;

/** The amount due, and the settled parts; zero amounts are left out. */
const listAmounts = (invoice: Invoice): [string, string | null][] => {
  const { currency, status, documentType, amountDue, amountCredited } = invoice;
  if (status === 'DRAFT' || status === 'VOID') return [];
  const shown = (amount: number) => (amount === 0 ? null : money(amount, currency));
  if (documentType === 'CREDIT_NOTE') {
    return [
      ['Left of it', money(-amountDue, currency)],
      ['Given to what was due', shown(-amountCredited)],
    ];
  }
  return [
    ['Amount due', money(amountDue, currency)],
    ['Paid by payments', shown(invoice.amountPaid)],
    ['Settled by credits', shown(amountCredited)],
    ['Written off', shown(invoice.amountWrittenOff)],
    ['Refunded, not credited yet', shown(invoice.amountRefunded)],
    ['Disputed', shown(invoice.amountDisputed)],
  ];
};

export const InvoicePage = () => {
  const { id = '' } = useParams({ strict: false });
  const found = useQuery(queries.invoice(id));
  return (
    <Resource heading="h1" found={found}>
      {(answer) => {
        const { data: invoice } = answer;
        const isCredit = invoice.documentType === 'CREDIT_NOTE';
        return (
          <>
            <Head
              kind={`${isCredit ? 'Credit note' : 'Invoice'} to ${invoice.organizationId}`}
              title={`${invoice.invoiceReference}\u00a0· ${money(invoice.total, invoice.currency)}`}
              state={invoice.status}
            >
              <InvoiceActions answer={answer} />
            </Head>
            <Facts
              facts={[
                ['Organization', invoice.organizationId],
                ['Policy', <PolicyLink key="policy" id={invoice.organizationPolicyId} />],
                ['Period', days(invoice.periodStart, invoice.periodEnd)],
                ['Subtotal', money(invoice.subtotal, invoice.currency)],
                ['Tax', money(invoice.tax, invoice.currency)],
                ...listAmounts(invoice),
                ['Due', isCredit ? null : invoice.dueDate && day(invoice.dueDate)],
                [isCredit ? 'Used' : 'Paid', invoice.paidDate && day(invoice.paidDate)],
                ['Sent', invoice.sentAt && moment(invoice.sentAt)],
                ['Split into reserves', invoice.reserveSplitsPublishedAt && moment(invoice.reserveSplitsPublishedAt)],
                ['Last failure', invoice.lastFailureReason?.replaceAll('_', ' ')],
                ['Changed', moment(invoice.lastModifiedDate)],
                ['Version', String(invoice.version)],
              ]}
            />
            <Views answer={answer} />
          </>
        );
      }}
    </Resource>
  );
};

const Views = ({ answer }: { answer: Answer<Invoice> }) => {
  const { view } = useSearch({ strict: false });
  const { data: invoice } = answer;
  const { id } = invoice;
  return (
    <>
      <Tabs
        views={{
          lines: 'Lines',
          document: 'Document',
          money: 'Money',
          explain: 'Explain',
          timeline: 'Timeline',
          audit: 'Changes',
        }}
      />
      {view === 'document' && <InvoiceDocument invoice={invoice} />}
      {view === 'explain' && <Explanation invoice={invoice} />}
      {view === 'money' && <InvoiceMoney invoice={invoice} />}
      {view === 'timeline' && <Timeline id={id} />}
      {view === 'audit' && <Audit of="invoice" id={id} />}
      {view === undefined && <InvoiceLines answer={answer} />}
    </>
  );
};
