import type { Contract as ContractResource, DealResult, UpdateContractBody } from '@staycover/api';
import { calendarDate, numberIfAny, present, rateFromNumber, timestamp } from '@staycover/kernel';
import { type Contract, type ContractChanges, type ContractDetails, noDetails } from './domain/contract.ts';

/** The contract as the interface shows it. */
export const contractResource = (contract: Contract): ContractResource => ({
  id: contract.id,
  organizationId: contract.organizationId,
  crmDealId: contract.crmDealId,
  contractReference: contract.contractReference,
  ...contract.details,
  effectiveDate: contract.effectiveDate.toString(),
  expirationDate: contract.expirationDate.toString(),
  termMonths: contract.termMonths,
  autoRenew: contract.autoRenew,
  renewalTermMonths: contract.renewalTermMonths,
  cancellationNoticeDays: contract.cancellationNoticeDays,
  baseRatePerNight: numberIfAny(contract.baseRatePerNight),
  currency: contract.currency,
  status: contract.status,
  createdBy: contract.createdBy,
  createdDate: timestamp(contract.createdDate),
  lastModifiedBy: contract.lastModifiedBy,
  lastModifiedDate: timestamp(contract.lastModifiedDate),
  version: contract.version,
});

/** What the webhook answers. */
export const dealResult = (contract: Contract): DealResult => {
  const shown = contractResource(contract);
  return {
    id: shown.id,
    organizationId: shown.organizationId,
    crmDealId: shown.crmDealId,
    contractReference: shown.contractReference,
    signatoryName: shown.signatoryName,
    signatoryEmail: shown.signatoryEmail,
    pricingTier: shown.pricingTier,
    currency: shown.currency,
    effectiveDate: shown.effectiveDate,
    expirationDate: shown.expirationDate,
    termMonths: shown.termMonths,
    autoRenew: shown.autoRenew,
    baseRatePerNight: shown.baseRatePerNight,
    status: shown.status,
    createdDate: shown.createdDate,
  };
};

const detailNames = Object.keys(noDetails) as (keyof ContractDetails)[];

const date = (text: string | undefined) => (text === undefined ? undefined : calendarDate(text));

/** The members of a body as domain types; absent members stay absent. */
export const contractChanges = (body: UpdateContractBody): ContractChanges => ({
  ...present({
    effectiveDate: date(body.effectiveDate),
    expirationDate: date(body.expirationDate),
    termMonths: body.termMonths,
    autoRenew: body.autoRenew,
    renewalTermMonths: body.renewalTermMonths,
    cancellationNoticeDays: body.cancellationNoticeDays,
    baseRatePerNight:
      typeof body.baseRatePerNight === 'number' ? rateFromNumber(body.baseRatePerNight) : body.baseRatePerNight,
    currency: body.currency,
  }),
  details: present(Object.fromEntries(detailNames.map((name) => [name, body[name]]))) as Partial<ContractDetails>,
});
