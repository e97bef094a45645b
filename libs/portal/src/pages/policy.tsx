import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { nextChange } from '../data/changes.ts';
import { day, days, moment, rate, words } from '../data/format.ts';
import { queries } from '../data/queries.ts';
import { Facts, Head } from '../ui/parts.tsx';
import { ContractLink } from '../ui/references.tsx';
import { RenewsByItself } from '../ui/renews-by-itself.tsx';
import { Resource } from '../ui/resource.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Audit } from './audit.tsx';
import { PolicyActions } from './policy-actions.tsx';
import { PolicyChanges } from './policy-changes.tsx';
import { Enrollments } from './policy-enrollments.tsx';
import { PolicyRenewals } from './policy-renewals.tsx';
import { Timeline } from './timeline.tsx';

const VIEWS = {
  enrollments: 'Properties',
  changes: 'Dated changes',
  renewals: 'Renewals',
  timeline: 'Timeline',
  audit: 'Changes',
};

const propertiesIn = (count: number): string => `${count} ${count === 1 ? 'property' : 'properties'}`;

export const PolicyPage = () => {
  const { id = '' } = useParams({ strict: false });
  const { view } = useSearch({ strict: false });
  const found = useQuery(queries.policy(id));
  return (
    <Resource heading="h1" found={found}>
      {(answer) => {
        const { data: policy } = answer;
        return (
          <>
            <Head kind={`Policy of ${policy.organizationId}`} title={policy.policyReference} state={policy.status}>
              <PolicyActions answer={answer} />
            </Head>
            <Facts
              facts={[
                ['Name', policy.name === policy.policyReference ? null : policy.name],
                ['Organization', policy.organizationId],
                ['Contract', policy.contractId && <ContractLink key="contract" id={policy.contractId} />],
                ['Term', days(policy.termStart, policy.termEnd)],
                ['Per night', rate(policy.ratePerNight, policy.currency)],
                [
                  'Loss fund per night',
                  policy.lossFundRatePerNight === null ? null : rate(policy.lossFundRatePerNight, policy.currency),
                ],
                ['Billed', words(policy.billingFrequency)],
                ['Covered today', propertiesIn(policy.activeEnrollmentCount)],
                [
                  'Invoices',
                  <Link key="invoices" to="/invoices" search={({ org }) => ({ org, of: id })}>
                    Of this policy
                  </Link>,
                ],
                ['Next change', nextChange(policy) && day(nextChange(policy))],
                ['Cancelled from', policy.cancellation && day(policy.cancellation.effectiveDate)],
                ['Renews by itself', <RenewsByItself key="renews" policy={policy} />],
                ['Changed', moment(policy.lastModifiedDate)],
                ['Version', String(policy.version)],
              ]}
            />
            <Tabs views={VIEWS} />
            {view === 'changes' && <PolicyChanges answer={answer} />}
            {view === 'renewals' && <PolicyRenewals id={id} currency={policy.currency} />}
            {view === 'timeline' && <Timeline id={id} />}
            {view === 'audit' && <Audit of="policy" id={id} />}
            {view === undefined && <Enrollments policy={policy} />}
          </>
        );
      }}
    </Resource>
  );
};
