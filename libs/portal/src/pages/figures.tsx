import type { Resource } from '@staycover/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Chart } from '../charts/chart.tsx';
import { day, money, monthName, words } from '../data/format.ts';
import { mainCurrency } from '../data/main-currency.ts';
import { queries } from '../data/queries.ts';
import { everyMonth, everyWeek } from '../data/steps.ts';
import { Part } from '../ui/parts.tsx';
import { ProblemView } from '../ui/states.tsx';
import { useLastError } from '../ui/steady.ts';

type Billed = Resource<'InvoiceSummary'>['currencies'][number];
type Reserves = Resource<'ReserveLedger'>['currencies'][number];

const AGES = [
  ['not due', 'notDue'],
  ['to 30 days', 'days30'],
  ['to 60', 'days60'],
  ['to 90', 'days90'],
  ['over 90', 'over90'],
] as const;

/** Also by invoices of periods that began before the months shown. */
const isOwed = ({ receivables }: Billed): boolean => Object.values(receivables).some((amount) => amount !== 0);

const count = (value: number): string => String(value);

/** Figures of an organization, or of all: those of money in one currency at a time. */
export const Figures = () => {
  const { org: organizationId } = useSearch({ strict: false });
  const invoices = useQuery(queries.invoiceSummary({ organizationId }));
  const claims = useQuery(queries.claimSummary({ organizationId }));
  const ledger = useQuery(queries.ledger({ organizationId }));
  const renewals = useQuery(queries.renewalSummary({ organizationId }));
  const errors = [useLastError(invoices), useLastError(claims), useLastError(ledger), useLastError(renewals)];
  const found = [invoices, claims, ledger, renewals];
  const failed = found.findIndex(({ data }, at) => errors[at] && !data);
  return (
    <>
      {failed !== -1 && <ProblemView error={errors[failed]!} onRetry={() => void found[failed]!.refetch()} />}
      <Charts
        invoices={invoices.data?.data}
        claims={claims.data?.data}
        ledger={ledger.data?.data}
        renewals={renewals.data?.data}
      />
    </>
  );
};

type Found = {
  invoices: Resource<'InvoiceSummary'> | undefined;
  claims: Resource<'ClaimSummary'> | undefined;
  ledger: Resource<'ReserveLedger'> | undefined;
  renewals: Resource<'RenewalSummary'> | undefined;
};

const Charts = ({ invoices, claims, ledger, renewals }: Found) => {
  const { currency: chosen } = useSearch({ strict: false });
  const billedIn = invoices?.currencies.filter((one) => one.months.length > 0 || isOwed(one)) ?? [];
  const currencies = [...new Set([...billedIn, ...(ledger?.currencies ?? [])].map(currencyName))];
  const currency = currencies.find((name) => name === chosen) ?? mainCurrency(currencies, billedIn);
  const billed = billedIn.find((one) => currencyName(one) === currency);
  const reserves = ledger?.currencies.find((one) => currencyName(one) === currency);
  const hasWeeks = renewals !== undefined && renewals.weeks.length > 0;
  const hasClaims = claims !== undefined && claims.states.length > 0;
  if (!billed && !reserves && !hasWeeks && !hasClaims) return null;
  return (
    <Part title="Figures">
      {currencies.length > 1 && <CurrencyPicker currencies={currencies} shown={currency!} />}
      <div className="charts">
        {billed && billed.months.length > 0 && <ByMonth billed={billed} asOf={invoices!.asOf} />}
        {billed && <Receivables billed={billed} />}
        {reserves && <Reserved reserves={reserves} />}
        {reserves && <LossFund reserves={reserves} />}
        {hasWeeks && (
          <Chart
            title="Terms that end, by week"
            names={['Week of', 'Policies']}
            points={everyWeek(renewals.weeks, renewals.asOf).map(({ monday, ending }) => ({
              label: day(monday),
              value: ending,
            }))}
            print={count}
          />
        )}
        {hasClaims && (
          <Chart
            title="Claims by state"
            names={['State', 'Claims']}
            points={claims.states.map((state) => ({ label: words(state.status), value: state.count }))}
            print={count}
          />
        )}
      </div>
    </Part>
  );
};

/** The address has the choice: it stays when the reader comes back. */
const CurrencyPicker = ({ currencies, shown }: { currencies: readonly string[]; shown: string }) => {
  const navigate = useNavigate();
  const choose = (currency: string): void =>
    void navigate({ to: '.', search: (before) => ({ ...before, currency }), replace: true, resetScroll: false });
  return (
    <label className="choice">
      Currency{' '}
      <select value={shown} onChange={({ target }) => choose(target.value)}>
        {currencies.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
};

const currencyName = ({ currency }: { currency: string }): string => currency;

const ByMonth = ({ billed: { currency, months }, asOf }: { billed: Billed; asOf: string }) => (
  <Chart
    title="Billed by month, with tax"
    names={['Month', 'Billed', 'Still due']}
    points={everyMonth(months, asOf).map(({ month, billed, due }) => ({
      label: monthName(month),
      value: billed,
      part: due,
    }))}
    print={(amount) => money(amount, currency)}
  />
);

const Receivables = ({ billed: { currency, receivables } }: { billed: Billed }) => (
  <Chart
    title="What is due, by days late"
    names={['Days late', 'Due']}
    points={AGES.map(([label, age]) => ({ label, value: receivables[age] }))}
    print={(amount) => money(amount, currency)}
  />
);

/** What collected premium is for; all of it together is what was collected. */
const ACCOUNTS = [
  ['retained', 'RETAINED_PREMIUM'],
  ['loss fund', 'LOSS_FUND'],
  ['partners', 'PARTNER'],
  ['service', 'SERVICE'],
  ['reserved', 'CLAIM_RESERVE'],
  ['paid out', 'CLAIMS_PAID'],
] as const;

const Reserved = ({ reserves: { currency, accounts } }: { reserves: Reserves }) => (
  <Chart
    title="Where collected premium is"
    names={['For', 'Amount']}
    points={ACCOUNTS.flatMap(([label, name]) => {
      const held = accounts.find(({ account }) => account === name);
      return held ? [{ label, value: held.balance }] : [];
    })}
    print={(amount) => money(amount, currency)}
  />
);

/** Months before anything came in say nothing. */
const fromFirst = (months: Reserves['months']): Reserves['months'] => {
  const first = months.findIndex(({ lossFund }) => lossFund !== 0);
  return first === -1 ? months : months.slice(first);
};

const LossFund = ({ reserves: { currency, months } }: { reserves: Reserves }) => (
  <Chart
    title="Loss fund at the end of the month"
    names={['Month', 'In the fund']}
    points={fromFirst(months).map(({ month, lossFund }) => ({ label: monthName(month), value: lossFund }))}
    print={(amount) => money(amount, currency)}
  />
);
