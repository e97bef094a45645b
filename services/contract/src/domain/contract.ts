import {
  assertTransition,
  businessDate,
  type CalendarDate,
  type Currency,
  DomainError,
  type Instant,
  isAfter,
  type Rate,
  type Transitions,
} from '@staycover/kernel';

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

export type Contract = ContractTerms & {
  id: string;
  organizationId: string;
  crmDealId: string;
  contractReference: string;
  /** The policy that was made with this contract. */
  policyId: string;
  status: ContractStatus;
  details: ContractDetails;
  createdBy: string;
  createdDate: Instant;
  lastModifiedBy: string;
  lastModifiedDate: Instant;
  version: number;
};

/** What a deal or a change says: absent members are left to defaults or kept. */
export type ContractChanges = Partial<ContractTerms> & { details?: Partial<ContractDetails> };

const noDetails: ContractDetails = {
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

/** The terms and details of a new contract: what the deal says, the usual for the rest. */
export const termsOfDeal = (deal: ContractChanges, now: Instant): ContractTerms & { details: ContractDetails } => {
  const effectiveDate = deal.effectiveDate ?? businessDate(now);
  const termMonths = deal.termMonths ?? 12;
  return withConsistentTerm({
    effectiveDate,
    expirationDate: deal.expirationDate ?? effectiveDate.add({ months: termMonths }).subtract({ days: 1 }),
    termMonths,
    autoRenew: deal.autoRenew ?? true,
    renewalTermMonths: deal.renewalTermMonths ?? termMonths,
    cancellationNoticeDays: deal.cancellationNoticeDays ?? 30,
    baseRatePerNight: deal.baseRatePerNight ?? null,
    currency: deal.currency ?? 'USD',
    details: { ...noDetails, ...deal.details },
  });
};

/**
 * The contract with what the change says.
 * @throws DomainError `contract-final` for an expired or terminated one, `invalid-request` when its term would end
 *   before it starts.
 */
export const changeContract = (contract: Contract, changes: ContractChanges): Contract => {
  if (contractTransitions[contract.status].length === 0) {
    throw new DomainError(
      'contract-final',
      `Contract ${contract.contractReference} is ${contract.status} and does not change.`,
    );
  }
  return withConsistentTerm({ ...contract, ...changes, details: { ...contract.details, ...changes.details } });
};

/** The contract in its new state; the same state changes nothing. */
export const moveContract = (contract: Contract, status: ContractStatus): Contract => {
  if (contract.status === status) return contract;
  assertTransition('contract', contractTransitions, contract.status, status);
  return { ...contract, status };
};

const withConsistentTerm = <T extends ContractTerms>(terms: T): T => {
  if (!isAfter(terms.effectiveDate, terms.expirationDate)) return terms;
  throw DomainError.invalid([{ pointer: '/expirationDate', detail: 'must not be below effectiveDate' }]);
};
