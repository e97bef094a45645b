import type { Resource as ResourceOf } from '@staycover/client';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { clockQuery } from '../data/clock.ts';
import { toEntries } from '../data/entries.ts';
import { day, money } from '../data/format.ts';
import { LAST_DAY, queries } from '../data/queries.ts';
import { ChooseOrganization } from '../ui/choose-organization.tsx';
import { Facts, Head, Part } from '../ui/parts.tsx';
import { Resource } from '../ui/resource.tsx';
import { SavePdf } from '../ui/save.tsx';
import { Empty } from '../ui/states.tsx';
import { LedgerEntries, referenceNames } from './ledger-entries.tsx';

type Balance = ResourceOf<'AccountBalance'>['balances'][number];

const DAYS = 90;

/** What an organization owes, by currency, and what has happened on its account lately. */
export const AccountPage = () => {
  const { org } = useSearch({ strict: false });
  if (!org) {
    return (
      <>
        <Head kind="Billing" title="Account" />
        <ChooseOrganization what="Account" />
      </>
    );
  }
  return <OrganizationAccount key={org} organizationId={org} />;
};

const firstDay = (now: string): string => new Date(Date.parse(now) - DAYS * 86_400_000).toISOString().slice(0, 10);

const OrganizationAccount = ({ organizationId }: { organizationId: string }) => {
  const found = useQuery(queries.account(organizationId));
  const { data: now } = useQuery(clockQuery);
  return (
    <>
      <Head kind="Billing" title={`Account of ${organizationId}`} />
      <Resource found={found}>
        {({ data: { balances } }) =>
          balances.length === 0 ? (
            <Empty title="Nothing was billed or paid yet" />
          ) : (
            now !== undefined &&
            balances.map((balance) => (
              <InCurrency
                key={balance.currency}
                organizationId={organizationId}
                balance={balance}
                from={firstDay(now)}
              />
            ))
          )
        }
      </Resource>
    </>
  );
};

type InCurrencyProps = { organizationId: string; balance: Balance; from: string };

const InCurrency = ({ organizationId, balance, from }: InCurrencyProps) => {
  const { currency, due, overdue, held, openRefunds, disputed } = balance;
  const statement = useQuery(queries.statement({ organizationId, currency, from }));
  const documents = useQuery(queries.invoices({ organizationId }));
  const payments = useQuery(queries.payments({ organizationId }));
  const names = referenceNames({ invoices: documents.data?.data ?? [], payments: payments.data?.data ?? [] });
  return (
    <Part title={`${money(balance.balance, currency)} owed`}>
      <Facts
        facts={[
          ['Due', money(due, currency)],
          ['Overdue', money(overdue, currency)],
          ['Held for the next invoice', money(held, currency)],
          ['Refunded, not credited yet', money(openRefunds, currency)],
          ['Disputed', money(disputed, currency)],
        ]}
      />
      <Resource found={statement}>
        {({ data: { postings, opening, closing } }) => (
          <>
            <div className="row between">
              <p>
                {money(opening, currency)} owed before {day(from)}, {money(closing, currency)} now.
              </p>
              <SavePdf
                verb="Statement"
                name={`statement-${organizationId}-${currency}`}
                path={`/api/account/${organizationId}/statement?${new URLSearchParams({ currency, from, to: LAST_DAY })}`}
              />
            </div>
            <LedgerEntries
              caption={`Ledger of ${organizationId} in ${currency}`}
              currency={currency}
              names={names}
              entries={toEntries(postings)}
            />
          </>
        )}
      </Resource>
    </Part>
  );
};
