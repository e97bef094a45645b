import { type CalendarDate, changed, isAfter, unchanged } from '@staycover/kernel';
import { type Contract, type ContractDecision, type ContractStatus, setContractStatus } from './contract.ts';
import { extendedPast } from './term.ts';

/** The states in which a contract ends with its last day. */
export const expiringStatuses: Readonly<Record<ContractStatus, boolean>> = {
  DRAFT: false,
  ACTIVE: true,
  SUSPENDED: true,
  EXPIRED: false,
  TERMINATED: false,
};

/** A contract after its last day: it goes on for the renewal terms that were missed, or expires without `autoRenew`. */
export const extendOrExpire = (contract: Contract, today: CalendarDate): ContractDecision => {
  const { status, autoRenew, renewalTermMonths } = contract;
  if (!expiringStatuses[status] || !isAfter(today, contract.expirationDate)) return unchanged(contract);
  if (!autoRenew) return setContractStatus(contract, 'EXPIRED');
  const expirationDate = extendedPast(contract.expirationDate, renewalTermMonths, today);
  return changed(contract, { expirationDate }, { type: 'contract-changed' });
};
