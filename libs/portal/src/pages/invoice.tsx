import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { day, moment, money } from '../data/format.ts';
import { queries } from '../data/queries.ts';
import { Facts, Head } from '../ui/parts.tsx';
import { Resource } from '../ui/resource.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { InvoiceActions } from './invoice-actions.tsx';
import { Explanation } from './invoice-explanation.tsx';
import { InvoiceLines } from './invoice-lines.tsx';

export const InvoicePage = () => {
  const { id = '' } = useParams({ strict: false });
  const { view } = useSearch({ strict: false });
  const found = useQuery(queries.invoice(id));
  return (
    <Resource found={found}>
      {(answer) => {
        const { data: invoice } = answer;
        return (
          <>
            <Head
              kind={`Invoice to ${invoice.organizationId}`}
              title={`${invoice.invoiceReference} · ${money(invoice.total, invoice.currency)}`}
              state={invoice.status}
            >
              <InvoiceActions answer={answer} />
            </Head>
            <Facts
              facts={[
                ['Organization', invoice.organizationId],
                [
                  'Policy',
                  <Link key="policy" to="/policies/$id" params={{ id: invoice.organizationPolicyId }}>
                    Its policy
                  </Link>,
                ],
                ['Period', `${day(invoice.periodStart)} – ${day(invoice.periodEnd)}`],
                ['Subtotal', money(invoice.subtotal, invoice.currency)],
                ['Tax', money(invoice.tax, invoice.currency)],
                ['Due', invoice.dueDate && day(invoice.dueDate)],
                ['Paid', invoice.paidDate && day(invoice.paidDate)],
                ['Sent', invoice.sentAt && moment(invoice.sentAt)],
                ['Split into reserves', invoice.reserveSplitsPublishedAt && moment(invoice.reserveSplitsPublishedAt)],
                ['Last failure', invoice.lastFailureReason],
                ['Changed', `${moment(invoice.lastModifiedDate)}, version ${invoice.version}`],
              ]}
            />
            <Tabs views={{ lines: 'Lines', explain: 'Explain' }} />
            {view === 'explain' ? <Explanation invoice={invoice} /> : <InvoiceLines answer={answer} />}
          </>
        );
      }}
    </Resource>
  );
};
