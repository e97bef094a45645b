import type { Resource as ResourceOf } from '@staycover/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { answerTo, api } from '../data/api.ts';
import { day, moment, rate, words } from '../data/format.ts';
import { queries } from '../data/queries.ts';
import { Action } from '../ui/action.tsx';
import { Facts, Head, State } from '../ui/parts.tsx';
import { Resource } from '../ui/resource.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Audit } from './audit.tsx';
import { Timeline } from './timeline.tsx';

export const DealPage = () => {
  const { id = '' } = useParams({ strict: false });
  const { view } = useSearch({ strict: false });
  const found = useQuery(queries.contract(id));
  return (
    <Resource heading="h1" found={found}>
      {({ data: contract, allowed, etag }) => (
        <>
          <Head
            kind={`Contract of ${contract.organizationId}`}
            title={contract.contractReference}
            state={contract.status}
          >
            {(allowed.get('setContractStatus') ?? []).map((to) => (
              <Action
                key={to}
                verb={`Set ${words(to)}`}
                isFinal={to === 'TERMINATED' || to === 'EXPIRED'}
                send={() =>
                  answerTo(
                    api.PATCH('/api/contract/{id}/status', {
                      params: { path: { id } },
                      headers: { 'If-Match': etag },
                      body: { status: to as typeof contract.status },
                    }),
                  )
                }
              >
                <p>
                  {contract.contractReference} of {contract.organizationId} goes from <State name={contract.status} />{' '}
                  to <State name={to} />.
                </p>
              </Action>
            ))}
          </Head>
          <Agreed contract={contract} />
          <Tabs views={{ timeline: 'Timeline', audit: 'Changes' }} />
          {view === 'audit' ? <Audit of="contract" id={id} /> : <Timeline id={id} />}
        </>
      )}
    </Resource>
  );
};

/** What was agreed. */
const Agreed = ({ contract }: { contract: ResourceOf<'Contract'> }) => (
  <Facts
    facts={[
      ['Deal', contract.crmDealId],
      ['Organization', contract.organizationId],
      ['Signed by', contract.signatoryName],
      ['From', day(contract.effectiveDate)],
      ['Until', day(contract.expirationDate)],
      ['Per night', rate(contract.baseRatePerNight, contract.currency)],
      ['Pricing tier', contract.pricingTier],
      ['Renews by itself', contract.autoRenew ? 'yes' : 'no'],
      ['Cancellation notice', `${contract.cancellationNoticeDays} days`],
      [
        'Policies',
        <Link key="policies" to="/policies" search={({ org }) => ({ org, of: contract.id })}>
          Of this contract
        </Link>,
      ],
      ['Made', moment(contract.createdDate)],
      ['Changed', moment(contract.lastModifiedDate)],
      ['Version', String(contract.version)],
    ]}
  />
);
