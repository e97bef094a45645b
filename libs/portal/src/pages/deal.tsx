import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { answerTo, api } from '../data/api.ts';
import { day, moment, rate, words } from '../data/format.ts';
import { queries } from '../data/queries.ts';
import { Action } from '../ui/action.tsx';
import { Facts, Head, State } from '../ui/parts.tsx';
import { Resource } from '../ui/resource.tsx';

export const DealPage = () => {
  const { id = '' } = useParams({ strict: false });
  const found = useQuery(queries.contract(id));
  return (
    <Resource found={found}>
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
          <Facts
            facts={[
              ['Deal', contract.crmDealId],
              ['Organization', contract.organizationId],
              ['Signed by', contract.signatoryName],
              ['From', day(contract.effectiveDate)],
              ['Until', day(contract.expirationDate)],
              ['A night', rate(contract.baseRatePerNight, contract.currency)],
              ['Pricing tier', contract.pricingTier],
              ['Renews by itself', contract.autoRenew ? 'yes' : 'no'],
              ['Cancellation notice', `${contract.cancellationNoticeDays} days`],
              ['Made', moment(contract.createdDate)],
              ['Changed', `${moment(contract.lastModifiedDate)}, version ${contract.version}`],
            ]}
          />
          <p>
            <Link to="/policies" search={(search) => ({ ...search, of: id })}>
              Policies of this contract
            </Link>
          </p>
        </>
      )}
    </Resource>
  );
};
