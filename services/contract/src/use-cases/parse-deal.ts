import {
  type Deal,
  DealBody,
  type DealPolicyBody,
  decimalFaults,
  type IgnoredMembers,
  ignoredMembers,
  MOST_POLICY_KIB,
  PolicyTerms,
  safeParse,
  toFaults,
} from '@staycover/api';
import {
  type Actor,
  businessDate,
  contentHash,
  DomainError,
  type Instant,
  jsonBytes,
  numberIfAny,
} from '@staycover/kernel';
import { type ClosedDeal, type ContractTerms, type DealKey, toTerms } from '../domain/contract.ts';
import { contractChanges } from '../wire.ts';

/** A deal that fits its schema. */
export type ParsedDeal = DealKey & {
  /** Its content: members that are null are left out. */
  given: Given;
  hash: string;
  /** Members that nothing reads. */
  unused: IgnoredMembers;
  /** Its hashes in contracts from when null, or a policy without members, was content. */
  formerHashes: readonly string[];
};

type Given = Omit<WithoutNulls<Deal>, 'policy'> & { policy: WithoutNulls<DealPolicyBody> | undefined };

type WithoutNulls<T> = { [K in keyof T]: Exclude<T[K], null> };

/**
 * Reads a canonical deal, whatever day it is.
 * @throws DomainError `invalid-request` with every fault.
 */
export const parseDeal = (json: unknown): ParsedDeal => {
  const parsed = safeParse(DealBody, json);
  if (!parsed.success) throw DomainError.invalid(toFaults(parsed.error));
  const { eventId: _eventId, closedAt: _closedAt, dealId, ...members } = parsed.data;
  const crmDealId = members.crmDealId ?? dealId!;
  const deal = withoutNulls({ ...members, crmDealId });
  const policy = deal.policy && withoutNulls(deal.policy);
  const given = { ...deal, policy: policy && Object.keys(policy).length > 0 ? policy : undefined };
  return {
    given,
    unused: ignoredMembers(json, parsed.data),
    organizationId: deal.organizationId,
    crmDealId,
    hash: contentHash(given),
    formerHashes: [contentHash({ ...members, crmDealId }), contentHash({ ...deal, policy })],
  };
};

/** For a deal null is the same as absent; not below, in what is kept as given. */
const withoutNulls = <T extends object>(members: T) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null)) as WithoutNulls<T>;

/**
 * What a deal brings on this day, its policy validated by the policy schema, so that the policy service accepts it.
 * @throws DomainError `invalid-request` with every fault.
 */
export const toClosedDeal = (deal: ParsedDeal, now: Instant, actor: Actor): ClosedDeal<PolicyTerms> => {
  const terms = toTerms(contractChanges(deal.given), now);
  const policyTerms = toPolicyTerms(deal.given, terms, businessDate(now).toString());
  assertPolicyFits(policyTerms, actor);
  return { ...deal, terms, policyTerms: (contractId) => ({ ...policyTerms, contractId }) };
};

/** Stands for the contract while it has no id. */
const NO_CONTRACT = '00000000-0000-7000-8000-000000000000';

const toPolicyTerms = ({ policy }: Given, terms: ContractTerms, today: string): PolicyTerms => {
  const given = {
    ...policy,
    ...(policy && withFirstDays(policy, today)),
    ratePerNight: policy?.ratePerNight ?? numberIfAny(terms.baseRatePerNight),
    contractId: NO_CONTRACT,
    currency: terms.currency,
    termStart: terms.effectiveDate.toString(),
    termEnd: terms.expirationDate.toString(),
    autoRenew: policy?.autoRenew ?? terms.autoRenew,
  };
  const parsed = safeParse(PolicyTerms, given);
  const faults = parsed.success ? decimalFaults(given, terms.currency, ['policy']) : toFaults(parsed.error, ['policy']);
  if (faults.length > 0) throw DomainError.invalid(faults);
  return parsed.data!;
};

/** What absent members of an additional insured or a rate become in an event, beside the name of who added it. */
const BYTES_BESIDE = 90;

/**
 * The policy service could not publish a policy that is too large, and there is no caller to refuse it to by then. Its
 * events carry no enrollments.
 * @throws DomainError `payload-too-large`.
 */
const assertPolicyFits = (
  { enrolledProperties: _properties, coverageElections: _elections, ...terms }: PolicyTerms,
  actor: Actor,
) => {
  const entries = (terms.additionalInsureds?.length ?? 0) + (terms.rateTableVersions?.length ?? 0);
  if (jsonBytes(terms) + entries * (BYTES_BESIDE + jsonBytes(actor.id)) <= MOST_POLICY_KIB * 1024) return;
  const detail = `The policy of the deal would be of more than ${MOST_POLICY_KIB} KiB, too large for its events.`;
  throw new DomainError('payload-too-large', detail);
};

/**
 * Elections without a first day begin on the day of the deal: the policy service may hear of it on a later one. What
 * has ended by then stays as it is.
 */
const withFirstDays = ({ coverageElections, enrolledProperties }: NonNullable<Given['policy']>, today: string) => ({
  coverageElections: coverageElections?.map((one) =>
    one.effectiveTo && one.effectiveTo < today ? one : { effectiveFrom: today, ...one },
  ),
  enrolledProperties: enrolledProperties?.map((one) =>
    one.unenrolledDate && one.unenrolledDate <= today ? one : { enrolledDate: today, ...one },
  ),
});
