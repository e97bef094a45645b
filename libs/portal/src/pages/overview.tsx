import type { Resource } from '@staycover/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { Answer } from '../data/api.ts';
import { useOnlyOrganization } from '../data/me.ts';
import { queries } from '../data/queries.ts';
import { useFirstVisit } from '../ui/first-visit.tsx';
import { List } from '../ui/list.tsx';
import { Head, Part } from '../ui/parts.tsx';
import { Empty } from '../ui/states.tsx';
import { Figures } from './figures.tsx';
import { invoiceColumns } from './invoices.tsx';
import { NeedsYou } from './needs-you.tsx';

/** Those stay sent until they are used up, and nothing of them is to be paid. */
const withoutCreditNotes = (answer: Answer<Resource<'Invoice'>[]>) => ({
  ...answer,
  data: answer.data.filter(({ documentType }) => documentType !== 'CREDIT_NOTE'),
});

/** Pending decisions, figures, and what was sent and is not due yet. */
export const OverviewPage = () => {
  const { org, cursor } = useSearch({ strict: false });
  const only = useOnlyOrganization();
  const sent = useQuery({
    ...queries.invoices({ organizationId: org, status: 'SENT', cursor }),
    select: withoutCreditNotes,
  });
  return (
    <>
      <Head kind={org ?? only ?? 'All organizations'} title="Overview" />
      <Begin />
      <NeedsYou />
      <Figures />
      <Part title="Invoices sent and not due yet">
        <List
          caption="Invoices sent and not due yet"
          found={sent}
          columns={invoiceColumns}
          getKey={({ id }) => id}
          empty={
            <Empty title="None">
              <p>An invoice that was sent stays here until it is paid or past due.</p>
            </Empty>
          }
        />
      </Part>
    </>
  );
};

/** On a platform without policies: where to begin, for who may. */
const Begin = () => {
  const { org } = useSearch({ strict: false });
  const policies = useQuery(queries.policySummary({ organizationId: org })).data?.data;
  const maySend = useFirstVisit() !== undefined;
  if (!maySend || policies === undefined || policies.states.some(({ count }) => count > 0)) return null;
  return (
    <section className="empty begin">
      <h2>Nothing is here yet</h2>
      <p>Six calls, ready to send, lead to a paid invoice and its reserves. It takes a minute.</p>
      <p>
        <Link to="/start" className="button primary">
          Start
        </Link>
      </p>
    </section>
  );
};
