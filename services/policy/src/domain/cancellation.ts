import type { CalendarDate } from '@staycover/kernel';

/** Why a policy is cancelled. CONTRACT_TERMINATED is the platform's own; the others a person gives. */
export type CancellationReason =
  | 'AGREED'
  | 'INSURED_REQUEST'
  | 'INSURER_REQUEST'
  | 'NON_PAYMENT'
  | 'CONTRACT_TERMINATED';

/** Days of notice: of the contract, and before cover ends for non-payment. */
export type Notice = {
  contractDays: number;
  nonPaymentDays: number;
  /** The day on which the contract was terminated, which may have passed. */
  terminatedOn?: CalendarDate;
};

/** The first day on which a cancellation for this reason may take effect, which is also the usual one. */
export const earliestCancellation = (
  reason: CancellationReason,
  { contractDays, nonPaymentDays, terminatedOn }: Notice,
  today: CalendarDate,
): CalendarDate => {
  switch (reason) {
    case 'INSURED_REQUEST':
    case 'INSURER_REQUEST':
      return today.add({ days: contractDays });
    case 'NON_PAYMENT':
      return today.add({ days: nonPaymentDays });
    case 'AGREED':
      return today;
    case 'CONTRACT_TERMINATED':
      return terminatedOn ?? today;
  }
};
