import type { Resource } from '@staycover/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { day, days, money } from '../data/format.ts';
import { useHasRole } from '../data/me.ts';
import { pages, queries } from '../data/queries.ts';
import { useFirstVisit } from '../ui/first-visit.tsx';
import { List, StateFilter } from '../ui/list.tsx';
import { Head, State } from '../ui/parts.tsx';
import { SaveCsv } from '../ui/save.tsx';
import { Empty } from '../ui/states.tsx';
import type { Column } from '../ui/table.tsx';

type Invoice = Resource<'Invoice'>;
type Status = Invoice['status'];

const STATES: readonly Status[] = ['DRAFT', 'SENT', 'PAID', 'PAST_DUE', 'SUSPENDED', 'VOID', 'UNCOLLECTIBLE'];

export const invoiceColumns: readonly Column<Invoice>[] = [
  {
    name: 'Invoice',
    cell: ({ id, invoiceReference, documentType }) => (
      <>
        <Link to="/invoices/$id" params={{ id }}>
          {invoiceReference}
        </Link>
        {documentType === 'CREDIT_NOTE' && <span className="faint note">credit note</span>}
      </>
    ),
    unbroken: true,
  },
  { name: 'State', cell: ({ status }) => <State name={status} /> },
  { name: 'Organization', cell: ({ organizationId }) => organizationId, wide: true },
  { name: 'Period', cell: ({ periodStart, periodEnd }) => days(periodStart, periodEnd), wide: true },
  {
    name: 'Due',
    cell: ({ documentType, dueDate }) => (documentType === 'CREDIT_NOTE' ? '–' : day(dueDate)),
    wide: true,
  },
  { name: 'Total', cell: ({ total, currency }) => money(total, currency), figure: true },
  {
    name: 'Open',
    cell: ({ status, amountDue, currency }) => (status === 'DRAFT' ? '–' : money(amountDue, currency)),
    figure: true,
    wide: true,
  },
];

export const InvoicesPage = () => {
  const { org, status, of, cursor } = useSearch({ strict: false });
  const filter = {
    organizationId: org,
    organizationPolicyId: of,
    status: STATES.find((state) => state === status),
  };
  const found = useQuery(queries.invoices({ ...filter, cursor }));
  return (
    <>
      <Head kind="Billing" title="Invoices">
        <SaveCsv name="invoices" load={(from) => pages.invoices({ ...filter, cursor: from })} />
      </Head>
      <StateFilter states={STATES} />
      <List caption="Invoices" found={found} columns={invoiceColumns} getKey={({ id }) => id} empty={<NoInvoices />} />
    </>
  );
};

const NoInvoices = () => {
  const mayGenerate = useHasRole('finance');
  const first = useFirstVisit();
  return (
    <Empty title="No invoices here">
      <p>
        An invoice is made from the covered nights of a policy
        {mayGenerate ? ': open a policy and generate it.' : ', by people with the role finance.'}
      </p>
      {first && (
        <p>
          <Link to="/start">The calls that lead there</Link>
        </p>
      )}
    </Empty>
  );
};
