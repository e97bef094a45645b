import type { RateAdjustment, RenewalRun, RenewalStatusBody, UpcomingRenewal } from '@staycover/api';
import { type DataOf, DatedMembers, type policyEvents, type renewalEvents } from '@staycover/events';
import {
  type CalendarDate,
  nearestRate,
  numberFromRate,
  numberIfAny,
  type Rate,
  rateFromNumber,
  timestamp,
  timestampIfAny,
} from '@staycover/kernel';
import type { Move } from './domain/move.ts';
import type { Notice, RateChange, RateVersion, RenewablePolicy } from './domain/policy.ts';
import { percentHundredths } from './domain/rate.ts';
import type { Renewal } from './domain/renewal.ts';
import { countProcessed, type Run } from './domain/run.ts';

type PolicyData = DataOf<typeof policyEvents.policyChanged>;
type PolicyState = PolicyData['policy'];
/** What an event has of a policy. */
export type PolicyNews = Pick<PolicyData, 'policy' | 'changesAhead'>;

const rateAdjustment = ({ previousRate, newRate, rateReason }: Renewal): RateAdjustment | null =>
  newRate === null
    ? null
    : {
        reason: rateReason,
        percentageChange: Number(percentHundredths(previousRate, newRate)) / 100,
        absoluteChange: numberFromRate(newRate - (previousRate ?? 0n)),
      };

/** What a person asks for. */
export const wantedMove = ({ status, newRate }: RenewalStatusBody): Move => ({
  status,
  newRate: newRate === undefined ? undefined : rateFromNumber(newRate, '/newRate'),
});

/** The renewal as events carry it. */
export const renewalState = (renewal: Renewal): renewalEvents.RenewalState => ({
  id: renewal.id,
  organizationPolicyId: renewal.policyId,
  organizationId: renewal.organizationId,
  previousTermEnd: renewal.previousTermEnd.toString(),
  newTermStart: renewal.newTermStart.toString(),
  newTermEnd: renewal.newTermEnd.toString(),
  previousRate: numberIfAny(renewal.previousRate),
  newRate: numberIfAny(renewal.newRate),
  rateAdjustment: rateAdjustment(renewal),
  status: renewal.status,
  failureReason: renewal.failureReason,
  processedAt: timestampIfAny(renewal.processedAt),
  processedBy: renewal.processedBy,
  createdBy: renewal.createdBy,
  createdDate: timestamp(renewal.createdDate),
  lastModifiedBy: renewal.lastModifiedBy,
  lastModifiedDate: timestamp(renewal.lastModifiedDate),
  version: renewal.version,
});

export const upcomingResource = (policy: RenewablePolicy): UpcomingRenewal => ({
  id: policy.id,
  organizationId: policy.organizationId,
  contractId: policy.contractId,
  policyReference: policy.policyReference,
  name: policy.name,
  currency: policy.currency,
  currentRenewalId: policy.currentRenewalId,
  ratePerNight: numberIfAny(policy.ratePerNight),
  termStart: policy.termStart.toString(),
  termEnd: policy.termEnd.toString(),
  autoRenew: policy.autoRenew,
  status: policy.status,
  renewalCount: policy.renewalCount,
});

export const runResource = ({ jobId, asOf, dryRun, status, counts, startedAt, finishedAt }: Run): RenewalRun => ({
  jobId,
  asOf: asOf.toString(),
  dryRun,
  status,
  processed: countProcessed(counts),
  ...counts,
  startedAt: timestamp(startedAt),
  finishedAt: timestampIfAny(finishedAt),
});

// Events may carry any number; it is taken to the nearest of the four decimals that a rate has.
const statedRate = (value: number | null): Rate | null => (value === null ? null : nearestRate(value));

const noticesStamped = (policy: PolicyState): Notice[] => [
  ...(policy.renewalNotice60SentAt ? [60 as const] : []),
  ...(policy.renewalNotice30SentAt ? [30 as const] : []),
  ...(policy.renewalNotice7SentAt ? [7 as const] : []),
];

const rateVersion = (row: PolicyState['rateTableVersions'][number]): RateVersion => ({
  version: row.version,
  planId: row.planId,
  effectiveFrom: Temporal.PlainDate.from(row.effectiveFrom),
  ratePerNight: nearestRate(row.ratePerNight),
  lossFundRatePerNight: statedRate(row.lossFundRatePerNight),
});

const RateMembers = DatedMembers.pick({
  ratePerNight: true,
  lossFundRatePerNight: true,
  planId: true,
  rateTableVersions: true,
}).partial();

const ratesAhead = (changes: readonly policyEvents.DatedChange[]): RateChange[] =>
  changes.flatMap(({ effectiveFrom, members }) => {
    const { data } = RateMembers.safeParse(members);
    if (!data || Object.keys(data).length === 0) return [];
    const { ratePerNight, lossFundRatePerNight: lossFund, planId, rateTableVersions } = data;
    return [
      {
        effectiveFrom: Temporal.PlainDate.from(effectiveFrom),
        ...(ratePerNight === undefined ? {} : { ratePerNight: statedRate(ratePerNight) }),
        ...(lossFund === undefined ? {} : { lossFundRatePerNight: statedRate(lossFund) }),
        ...(planId === undefined ? {} : { planId }),
        ...(rateTableVersions && { rateTable: rateTableVersions.map(rateVersion) }),
      },
    ];
  });

const firstDay = (days: readonly (string | undefined)[]): CalendarDate | null => {
  const [first] = days.filter((day) => day !== undefined).toSorted();
  return first === undefined ? null : Temporal.PlainDate.from(first);
};

/** The policy in an event of the policy service, with its future changes. */
export const renewablePolicy = ({ policy, changesAhead }: PolicyNews): RenewablePolicy => {
  const handOver = changesAhead.find(({ kind }) => kind === 'SUPERSEDE');
  const expiry = changesAhead.find(({ kind }) => kind === 'EXPIRE');
  return {
    id: policy.id,
    organizationId: policy.organizationId,
    contractId: policy.contractId,
    policyReference: policy.policyReference,
    name: policy.name,
    currency: policy.currency,
    status: policy.status,
    autoRenew: policy.autoRenew,
    termStart: Temporal.PlainDate.from(policy.termStart),
    termEnd: Temporal.PlainDate.from(policy.termEnd),
    ratePerNight: statedRate(policy.ratePerNight),
    lossFundRatePerNight: statedRate(policy.lossFundRatePerNight),
    planId: policy.planId,
    rateTable: policy.rateTableVersions.map(rateVersion),
    ratesAhead: ratesAhead(changesAhead),
    supportedStates: policy.supportedStates,
    noticesStamped: noticesStamped(policy),
    currentRenewalId: policy.currentRenewalId,
    cancelledFrom: firstDay([policy.cancellation?.effectiveDate, expiry?.effectiveFrom]),
    handOverOn: handOver ? Temporal.PlainDate.from(handOver.effectiveFrom) : null,
    renewalCount: policy.renewalCount,
    version: policy.version,
  };
};
