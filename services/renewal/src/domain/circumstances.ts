import { type CalendarDate, isAfter } from '@staycover/kernel';
import { livingStatuses, type RenewablePolicy } from './policy.ts';

export type ContractStatus = 'DRAFT' | 'ACTIVE' | 'SUSPENDED' | 'EXPIRED' | 'TERMINATED';

/** Inputs of a renewal decision besides the policy itself. */
export type Circumstances = {
  /** An invoice of the policy is SUSPENDED or UNCOLLECTIBLE. */
  unpaid: boolean;
  /** Null: the policy has none that is known. */
  contract: ContractTerms | null;
};

/** What of a contract its policies renew by. */
export type ContractTerms = {
  status: ContractStatus;
  /** The last day, when it does not renew itself. */
  endsOn: CalendarDate | null;
  renewalTermMonths: number;
};

export const noCircumstances: Circumstances = { unpaid: false, contract: null };

/** Whether the policy takes no next term: it is not to renew, or its cover ends by the day on which that term would start. */
export const isLeaving = ({ status, autoRenew, termEnd, cancelledFrom, handOverOn }: RenewablePolicy): boolean => {
  if (!autoRenew || !livingStatuses[status]) return true;
  const newTermStart = termEnd.add({ days: 1 });
  return [cancelledFrom, handOverOn].some((day) => day !== null && !isAfter(day, newTermStart));
};
