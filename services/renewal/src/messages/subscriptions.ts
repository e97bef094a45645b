import { handles, handlesTogether, projects, type Subscription, type Work } from '@staycover/change';
import { billingEvents, contractEvents, type DataOf, policyEvents } from '@staycover/events';
import type { Context } from '@staycover/kernel';
import { type RenewableContract, renewableContracts } from '../db/contracts.ts';
import { type InvoiceState, policyInvoices } from '../db/invoices.ts';
import { renewablePolicies } from '../db/policies.ts';
import { policyHasFollowingRenewals } from '../db/renewals.ts';
import { complete } from '../domain/answer.ts';
import { rateOn } from '../domain/rate.ts';
import type { Renewal } from '../domain/renewal.ts';
import { followContract } from '../use-cases/follow-contract.ts';
import { followInvoice } from '../use-cases/follow-invoice.ts';
import { followPolicy, followRefusal } from '../use-cases/follow-policy.ts';
import { type PolicyNews, renewablePolicy } from '../wire.ts';

const { policyCreated, policyChanged, policyStatusChanged, termRenewed, renewalRejected } = policyEvents;
const { dealClosed, contractChanged, contractStatusChanged } = contractEvents;
const { invoiceSuspended, invoiceUncollectible, invoicePaid, invoiceVoided } = billingEvents;

type InvoiceData = DataOf<typeof invoicePaid>;

const invoiceState = ({ invoiceId: id, policyId, version, invoice }: InvoiceData): InvoiceState => ({
  id,
  policyId,
  version,
  status: invoice.status,
});

const onSettled = (tx: Work, { data }: { data: InvoiceData }, context: Context): Promise<void> =>
  followInvoice(tx, invoiceState(data), context);

type ContractData = Pick<DataOf<typeof contractChanged>, 'contractId' | 'organizationId' | 'version' | 'contract'>;

const renewableContract = ({ contractId, organizationId, version, contract }: ContractData): RenewableContract => ({
  contractId,
  organizationId,
  version,
  status: contract.status,
  endsOn: contract.autoRenew ? null : Temporal.PlainDate.from(contract.expirationDate),
  renewalTermMonths: contract.renewalTermMonths,
});

type Config = {
  /** Days before the end of a term from which its renewal is looked after. */
  horizon: number;
};

const policySubscriptions = ({ horizon }: Config): readonly Subscription[] => [
  // A new policy has no renewal that could follow from it.
  ...projects([policyCreated], renewablePolicies, renewablePolicy),
  ...projects([policyChanged, policyStatusChanged], renewablePolicies, renewablePolicy, {
    where: policyHasFollowingRenewals('r.id'),
    about: ({ data }) => data.policyId,
    handle: (tx: Work, { data }: { data: PolicyNews }, context: Context) =>
      followPolicy(tx, { policy: renewablePolicy(data), context, horizon }),
  }),
  handlesTogether(
    termRenewed,
    (tx, { data }, context) => {
      const policy = renewablePolicy(data);
      const rate = rateOn(policy, policy.termStart);
      const decide = (renewal: Renewal) => complete(renewal, context, rate);
      return followPolicy(tx, { policy, context, horizon }, { renewalId: data.renewalId, decide });
    },
    { about: ({ data }) => data.policyId },
  ),
  handles(renewalRejected, (tx, { data }, context) => {
    const { renewalId, reason } = data;
    return followRefusal(tx, { policy: renewablePolicy(data), context, horizon, renewalId, reason });
  }),
];

/** Everything that this service listens to. */
export const subscriptions = (config: Config): readonly Subscription[] => [
  ...policySubscriptions(config),
  // An invoice that cannot be collected ends no review.
  ...projects([invoiceSuspended, invoiceUncollectible], policyInvoices, invoiceState),
  ...projects([invoicePaid, invoiceVoided], policyInvoices, invoiceState, {
    where: policyHasFollowingRenewals('r.policy_id'),
    about: ({ data }) => data.policyId,
    handle: onSettled,
  }),
  ...projects([dealClosed], renewableContracts, renewableContract),
  ...[contractChanged, contractStatusChanged].map((event) =>
    handles(event, (tx, { data }, context) => followContract(tx, renewableContract(data), context)),
  ),
];
