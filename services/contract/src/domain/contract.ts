import {
  type Aggregate,
  assertTransition,
  authored,
  businessDate,
  type CalendarDate,
  type Context,
  type Currency,
  changed,
  created,
  type Decision,
  DomainError,
  type Instant,
  isAfter,
  jsonBytes,
  type Rate,
  reference,
  type Transitions,
  unchanged,
  wholeMonths,
} from '@staycover/kernel';
import { lastDayOfTerm } from './term.ts';

export type ContractStatus = 'DRAFT' | 'ACTIVE' | 'SUSPENDED' | 'EXPIRED' | 'TERMINATED';

export const contractTransitions: Transitions<ContractStatus> = {
  DRAFT: ['ACTIVE', 'TERMINATED'],
  ACTIVE: ['SUSPENDED', 'EXPIRED', 'TERMINATED'],
  SUSPENDED: ['ACTIVE', 'EXPIRED', 'TERMINATED'],
  EXPIRED: [],
  TERMINATED: [],
};

/** What no rule looks at; kept as given. */
export type ContractDetails = {
  legalBusinessName: string | null;
  legalRegisteredAddress: string | null;
  signatoryName: string | null;
  signatoryEmail: string | null;
  signatoryTitle: string | null;
  bookingCoverageScope: string | null;
  contractDocumentUrl: string | null;
  contractSigningProvider: string | null;
  contractSigningId: string | null;
  signedDate: string | null;
  pricingTier: string | null;
  notes: string | null;
  customTerms: { termName: string; termDescription: string }[];
};

export type ContractTerms = {
  effectiveDate: CalendarDate;
  /** Last day of the contract. */
  expirationDate: CalendarDate;
  termMonths: number;
  autoRenew: boolean;
  renewalTermMonths: number;
  cancellationNoticeDays: number;
  baseRatePerNight: Rate | null;
  currency: Currency;
};

export type Contract = Aggregate &
  ContractTerms & {
    crmDealId: string;
    /** Hash of the deal, to recognize a repetition. */
    dealHash: string;
    contractReference: string;
    /** The policy that was made with this contract. */
    policyId: string;
    status: ContractStatus;
    details: ContractDetails;
  };

/** What happens to contracts; `PolicyTerms` is what a policy is made from, which no rule here looks at. */
export type ContractEvent<PolicyTerms> =
  | { type: 'deal-closed'; policyTerms: PolicyTerms }
  | { type: 'contract-changed' }
  | { type: 'contract-status-changed'; previousStatus: ContractStatus };

export type ContractDecision = Decision<Contract, ContractEvent<never>>;

type DealTerms = Pick<Contract, keyof ContractTerms | 'details'>;

/** The members of a deal or a change: absent ones get defaults or are kept. */
export type ContractChanges = Partial<ContractTerms> & { details?: Partial<ContractDetails> };

/** The details of a contract by default. */
export const noDetails: ContractDetails = {
  legalBusinessName: null,
  legalRegisteredAddress: null,
  signatoryName: null,
  signatoryEmail: null,
  signatoryTitle: null,
  bookingCoverageScope: null,
  contractDocumentUrl: null,
  contractSigningProvider: null,
  contractSigningId: null,
  signedDate: null,
  pricingTier: null,
  notes: null,
  customTerms: [],
};

/** The terms and details of a new contract: from the deal, with defaults for the rest. */
export const toTerms = (deal: ContractChanges, now: Instant): DealTerms => {
  const effectiveDate = deal.effectiveDate ?? businessDate(now);
  const termMonths = deal.termMonths ?? monthsBetween(deal) ?? 12;
  const terms = {
    effectiveDate,
    expirationDate: deal.expirationDate ?? lastDayOfTerm(effectiveDate, termMonths),
    termMonths,
    autoRenew: deal.autoRenew ?? true,
    renewalTermMonths: deal.renewalTermMonths ?? termMonths,
    cancellationNoticeDays: deal.cancellationNoticeDays ?? 30,
    baseRatePerNight: deal.baseRatePerNight ?? null,
    currency: deal.currency ?? 'USD',
    details: { ...noDetails, ...deal.details },
  };
  assertDetailsFit(terms.details);
  assertTerm(terms);
  return terms;
};

/** The most months that a term may have. */
const MOST_MONTHS = 600;

/** The months of a deal that has both of its days, where they are whole. */
const monthsBetween = ({ effectiveDate, expirationDate }: ContractChanges): number | undefined => {
  const end = expirationDate?.add({ days: 1 });
  const months = effectiveDate && end && wholeMonths({ start: effectiveDate, end });
  return months === undefined || months > MOST_MONTHS ? undefined : months;
};

/** Of the 256 KiB of an event. The rest is for names and ids, and for what a later event has beside the contract. */
const MOST_DETAILS_KIB = 248;

/**
 * A contract that is taken can be published in all that becomes of it.
 * @throws DomainError `payload-too-large`.
 */
const assertDetailsFit = (details: ContractDetails): void => {
  if (jsonBytes(details) <= MOST_DETAILS_KIB * 1024) return;
  const detail = `The texts of the contract would be of more than ${MOST_DETAILS_KIB} KiB, too large for its events.`;
  throw new DomainError('payload-too-large', detail);
};

/** The name of a deal: there is one of its id in an organization. */
export type DealKey = Pick<Contract, 'organizationId' | 'crmDealId'>;

/** A deal that was won, read and valid. */
export type ClosedDeal<PolicyTerms> = DealKey & {
  hash: string;
  terms: DealTerms;
  /** What the policy is created from, under the contract that has this id. */
  policyTerms: (contractId: string) => PolicyTerms;
};

/** The contract that a deal makes; `number` becomes its reference. */
export const closeDeal = <PolicyTerms>(
  deal: ClosedDeal<PolicyTerms>,
  number: bigint,
  { actor, now, newId }: Context,
): Decision<Contract, ContractEvent<PolicyTerms>> => {
  const contract: Contract = {
    ...deal.terms,
    id: newId(),
    organizationId: deal.organizationId,
    crmDealId: deal.crmDealId,
    dealHash: deal.hash,
    contractReference: reference('CON', businessDate(now).year, number),
    policyId: newId(),
    status: 'DRAFT',
    ...authored({ actor, now }),
  };
  return created(contract, { type: 'deal-closed', policyTerms: deal.policyTerms(contract.id) });
};

/**
 * Applies the changes. Another `termMonths` moves the last day, unless the changes set one.
 * @throws DomainError `contract-final` for an expired or terminated one, `invalid-request` when its term would end
 *   before it starts, `payload-too-large`.
 */
export const changeContract = (contract: Contract, changes: ContractChanges): ContractDecision => {
  if (contractTransitions[contract.status].length === 0) {
    throw new DomainError(
      'contract-final',
      `Contract ${contract.contractReference} is ${contract.status} and does not change.`,
    );
  }
  const terms = { ...newLastDay(contract, changes), ...changes };
  assertTerm({ ...contract, ...terms });
  const details = { ...contract.details, ...changes.details };
  // One that was taken with more may change, and shrink.
  if (jsonBytes(details) > jsonBytes(contract.details)) assertDetailsFit(details);
  return changed(contract, { ...terms, details }, { type: 'contract-changed' });
};

const newLastDay = (contract: Contract, { termMonths, effectiveDate }: ContractChanges): Partial<ContractTerms> =>
  termMonths === undefined || termMonths === contract.termMonths
    ? {}
    : { expirationDate: lastDayOfTerm(effectiveDate ?? contract.effectiveDate, termMonths) };

/** Moves a contract to another state; the same state changes nothing. */
export const setContractStatus = (contract: Contract, status: ContractStatus): ContractDecision => {
  if (contract.status === status) return unchanged(contract);
  assertTransition('contract', contractTransitions, contract.status, status);
  return changed(contract, { status }, { type: 'contract-status-changed', previousStatus: contract.status });
};

const assertTerm = ({ effectiveDate, expirationDate }: ContractTerms): void => {
  if (!isAfter(effectiveDate, expirationDate)) return;
  throw DomainError.invalid([{ pointer: '/expirationDate', detail: 'must not be below effectiveDate' }]);
};
