import type { Resource } from '@staycover/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { answerTo, api } from '../data/api.ts';
import { moment, sentence } from '../data/format.ts';
import { mailQueries } from '../data/mail-queries.ts';
import { useIsOperator, useOnlyOrganization } from '../data/me.ts';
import { typedIn } from '../data/typed-in.ts';
import { Action } from '../ui/action.tsx';
import { List } from '../ui/list.tsx';
import { Head, State } from '../ui/parts.tsx';
import { Empty, ProblemView } from '../ui/states.tsx';
import type { Column } from '../ui/table.tsx';

const columns: readonly Column<Resource<'Mail'>>[] = [
  {
    name: 'Notice',
    cell: ({ id, notice }) => (
      <Link to="/mails/$id" params={{ id }} search={({ org }) => ({ org })}>
        {sentence(notice)}
      </Link>
    ),
  },
  { name: 'State', cell: ({ status }) => <State name={status} /> },
  { name: 'To', cell: ({ recipient }) => recipient, wide: true },
  { name: 'Organization', cell: ({ organizationId }) => organizationId, wide: true },
  { name: 'Why', cell: ({ error }) => error, wide: true },
  { name: 'Event', cell: ({ eventAt }) => moment(eventAt) },
];

/** Mails to organizations, and where they go. */
export const MailsPage = () => {
  const only = useOnlyOrganization();
  const { org = only, cursor } = useSearch({ strict: false });
  const isOperator = useIsOperator();
  const found = useQuery(mailQueries.mails({ organizationId: org, cursor }));
  return (
    <>
      <Head kind="Platform" title="Mails">
        {org && isOperator && <Contact key={org} organizationId={org} />}
      </Head>
      <List
        caption="Mails"
        found={found}
        columns={columns}
        getKey={({ id }) => id}
        empty={<NoMails organizationId={org} />}
      />
    </>
  );
};

const NoMails = ({ organizationId }: { organizationId: string | undefined }) => {
  const contact = useQuery({ ...mailQueries.contact(organizationId ?? ''), enabled: organizationId !== undefined });
  const isOperator = useIsOperator();
  const choose = organizationId === undefined ? 'Choose an organization and name its contact' : 'Name a contact';
  const begin = isOperator ? choose : 'People with the role ops can name a contact here';
  return (
    <Empty title="No mails here">
      {contact.data && (
        <p>
          Mails to {organizationId} go to {contact.data.email}.
        </p>
      )}
      {(contact.data === null || organizationId === undefined) && (
        <p>{begin}: it gets mails of renewals, unpaid invoices and disabled webhooks.</p>
      )}
    </Empty>
  );
};

const Contact = ({ organizationId }: { organizationId: string }) => {
  const { data: contact, error, refetch } = useQuery(mailQueries.contact(organizationId));
  if (contact === undefined) return error && <ProblemView error={error} onRetry={() => void refetch()} />;
  const path = { organizationId };
  const put = (fields: FormData) =>
    answerTo(
      api.PUT('/api/mail-contact/{organizationId}', {
        params: { path },
        body: { email: typedIn(fields, 'email'), notices: contact?.notices },
      }),
    );
  return (
    <Action verb={contact ? 'Change contact' : 'Add contact'} send={put}>
      <p>{organizationId} gets mails of renewals, unpaid invoices and disabled webhooks.</p>
      <label>
        Mail address
        <input name="email" type="email" required maxLength={255} defaultValue={contact?.email ?? ''} />
      </label>
    </Action>
  );
};
