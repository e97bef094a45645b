import type { Resource as ResourceOf } from '@staycover/client';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { clockQuery } from '../data/clock.ts';
import { money } from '../data/format.ts';
import { useOnlyOrganization } from '../data/me.ts';
import { queries } from '../data/queries.ts';
import { addDays } from '../data/steps.ts';
import { ChooseOrganization } from '../ui/choose-organization.tsx';
import { Facts, Head, Part } from '../ui/parts.tsx';
import { Resource } from '../ui/resource.tsx';
import { SavePdf } from '../ui/save.tsx';
import { Empty } from '../ui/states.tsx';
import { LedgerEntries } from './ledger-entries.tsx';

type Balance = ResourceOf<'AccountBalance'>['balances'][number];

const DAYS = 90;

/** What an organization owes, by currency, and what has happened on its account. */
export const AccountPage = () => {
  const only = useOnlyOrganization();
  const { org = only } = useSearch({ strict: false });
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
            now !== undefined && (
              <>
                {balances.map((balance) => (
                  <InCurrency
                    key={balance.currency}
                    organizationId={organizationId}
                    balance={balance}
                    today={now.slice(0, 10)}
                  />
                ))}
                <Part title="Ledger">
                  <LedgerEntries
                    caption={`Ledger of ${organizationId}`}
                    organizationId={organizationId}
                    empty={<Empty title="Nothing is booked yet" />}
                  />
                </Part>
              </>
            )
          )
        }
      </Resource>
    </>
  );
};

type InCurrencyProps = { organizationId: string; balance: Balance; today: string };

const InCurrency = ({ organizationId, balance, today }: InCurrencyProps) => {
  const { currency, due, overdue, held, openRefunds, disputed } = balance;
  return (
    <Part title={inWords(balance, organizationId)}>
      <Facts
        facts={[
          ['Due', money(due, currency)],
          ['Overdue', money(overdue, currency)],
          ['Held for the next invoice', money(held, currency)],
          ['Refunded, not credited yet', money(openRefunds, currency)],
          ['Disputed', money(disputed, currency)],
        ]}
      />
      <StatementPicker organizationId={organizationId} currency={currency} today={today} />
    </Part>
  );
};

/** Who owes whom. */
const inWords = ({ balance, currency }: Balance, organizationId: string): string =>
  balance < 0 ? `${money(-balance, currency)} in favor of ${organizationId}` : `${money(balance, currency)} owed`;

type StatementProps = { organizationId: string; currency: string; today: string };

/** The statement of some days: it may be too long for all. */
const StatementPicker = ({ organizationId, currency, today }: StatementProps) => {
  const [chosen, choose] = useState<{ from?: string; to?: string }>({});
  const { from, to } = { from: addDays(today, -DAYS), to: today, ...chosen };
  return (
    <div className="row">
      <label className="choice">
        From <input type="date" value={from} onChange={({ target }) => choose({ ...chosen, from: target.value })} />
      </label>
      <label className="choice">
        To <input type="date" value={to} onChange={({ target }) => choose({ ...chosen, to: target.value })} />
      </label>
      <SavePdf
        verb="Statement"
        name={`statement-${organizationId}-${currency}`}
        path={`/api/account/${organizationId}/statement?${new URLSearchParams({ currency, from, to })}`}
      />
    </div>
  );
};
