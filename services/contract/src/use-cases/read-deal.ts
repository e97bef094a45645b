import { type Deal, DealBody, decimalFaults, PolicyTerms, safeParse, toFaults } from '@staycover/api';
import { contentHash, DomainError, type Fault, type Instant, numberFromRate } from '@staycover/kernel';
import { type ClosedDeal, type ContractTerms, toTerms } from '../domain/contract.ts';
import { contractChanges } from '../wire.ts';

/** A deal as the policy service will accept it; `given` are the members that it was read from. */
export type ReadDeal = ClosedDeal<PolicyTerms> & { given: Deal };

/**
 * Validates a canonical deal, and its policy by the policy schema, so that the policy service accepts it.
 * @throws DomainError `invalid-request` with every fault.
 */
export const readDeal = (json: unknown, now: Instant): ReadDeal => {
  const parsed = safeParse(DealBody, json);
  if (!parsed.success) throw DomainError.invalid(toFaults(parsed.error));
  const deal = parsed.data;
  const { eventId: _eventId, closedAt: _closedAt, dealId, ...content } = deal;
  const crmDealId = deal.crmDealId ?? dealId!;
  const terms = toTerms(contractChanges(deal), now);
  const policyTerms = toPolicyTerms(deal, terms);
  return {
    given: deal,
    organizationId: deal.organizationId,
    crmDealId,
    hash: contentHash({ ...content, crmDealId }),
    terms,
    policyTerms: (contractId) => ({ ...policyTerms, contractId }),
  };
};

const UNNAMED = '00000000-0000-7000-8000-000000000000';

const toPolicyTerms = (deal: Deal, terms: ContractTerms): PolicyTerms => {
  const baseRate = terms.baseRatePerNight;
  const given = {
    ...deal.policy,
    ratePerNight: deal.policy?.ratePerNight ?? (baseRate === null ? null : numberFromRate(baseRate)),
    contractId: UNNAMED,
    currency: terms.currency,
    termStart: terms.effectiveDate.toString(),
    termEnd: terms.expirationDate.toString(),
    autoRenew: deal.policy?.autoRenew ?? terms.autoRenew,
  };
  const parsed = safeParse(PolicyTerms, given);
  const faults: Fault[] = parsed.success
    ? decimalFaults(given, terms.currency, ['policy'])
    : toFaults(parsed.error, ['policy']);
  if (faults.length > 0) throw DomainError.invalid(faults);
  return parsed.data!;
};
