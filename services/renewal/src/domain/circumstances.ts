import type { CalendarDate } from '@staycover/kernel';

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
