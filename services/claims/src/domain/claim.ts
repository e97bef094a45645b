import {
  type Aggregate,
  assertTransition,
  type CalendarDate,
  type Currency,
  invalidTransition,
  type Transitions,
} from '@staycover/kernel';
import type { Adjudication } from './adjudication.ts';
import type { Amount } from './amount.ts';
import type { ClaimAssessment } from './assessment/result.ts';
import { amendContent, type ClaimContent } from './content.ts';
import type { ClaimCover } from './cover/claim-cover.ts';

export type ClaimStatus =
  | 'DRAFT'
  | 'SUBMITTED'
  | 'UNDER_REVIEW'
  | 'INFO_REQUESTED'
  | 'APPROVED'
  | 'DENIED'
  | 'PAID'
  | 'CLOSED'
  | 'WITHDRAWN';

export const claimTransitions: Transitions<ClaimStatus> = {
  DRAFT: ['SUBMITTED', 'WITHDRAWN'],
  SUBMITTED: ['UNDER_REVIEW', 'WITHDRAWN'],
  UNDER_REVIEW: ['INFO_REQUESTED', 'APPROVED', 'DENIED'],
  INFO_REQUESTED: ['UNDER_REVIEW', 'WITHDRAWN'],
  APPROVED: ['PAID', 'UNDER_REVIEW'],
  DENIED: ['CLOSED'],
  PAID: ['CLOSED'],
  CLOSED: ['UNDER_REVIEW'],
  WITHDRAWN: [],
};

/** The reservation a claim is about: by its reference, its number or both. */
export type ReservationKey = { reservationReferenceId: string | null; reservationId: bigint | null };

/** What was paid out for a claim, or below 0 taken back, as the claim keeps and shows it. */
export type Payout = {
  id: string;
  amount: number;
  paidOn: string;
  payee: string | null;
  reference: string | null;
  /** The payout that it takes back. */
  reverses: string | null;
  recordedBy: string;
  recordedDate: string;
};

/** The default payout. */
export const emptyPayout: Payout = {
  id: '',
  amount: 0,
  paidOn: '',
  payee: null,
  reference: null,
  reverses: null,
  recordedBy: '',
  recordedDate: '',
};

export type StatusChange = { status: ClaimStatus; date: string; changedBy: string };

export type Claim = Aggregate &
  ClaimContent &
  ReservationKey & {
    number: bigint;
    claimReference: string;
    status: ClaimStatus;
    statusHistory: StatusChange[];
    assessment: ClaimAssessment | null;
    /** Of what the claim was last submitted with: the same for a repetition. */
    submissionHash: string;
    /** Whether a guest submitted it first. */
    byGuest: boolean;
    /** The policy that covers the claim, and its currency; null before the cover was requested, or when no policy knows the property. */
    policyId: string | null;
    policyReference: string | null;
    currency: Currency | null;
    /** The term of the covering policy. */
    termStart: CalendarDate | null;
    /** What the loss fund pays of the claim at most; null: all. */
    selfCoverage: Amount | null;
    cover: ClaimCover | null;
    decision: Adjudication | null;
    /** What of the loss counts against the limits, as long as the claim is approved. */
    insuredAmount: Amount;
    approvedAmount: Amount;
    /** The reserve for future payments. */
    reserveAmount: Amount;
    paidAmount: Amount;
    payouts: Payout[];
  };

export type Change = { by: string; at: string };

/** The first entry of a claim's history. */
export const initialStatus = (draft: boolean, { by, at }: Change): Pick<Claim, 'status' | 'statusHistory'> => {
  const status = draft ? 'DRAFT' : 'SUBMITTED';
  return { status, statusHistory: [{ status, date: at, changedBy: by }] };
};

/** Statuses without further payments. */
const released: readonly ClaimStatus[] = ['DENIED', 'WITHDRAWN', 'CLOSED'];

/** The claim in its new state, with an entry in its history; the same state changes nothing. */
export const withStatus = (claim: Claim, status: ClaimStatus, { by, at }: Change): Claim =>
  claim.status === status
    ? claim
    : {
        ...claim,
        status,
        statusHistory: [...claim.statusHistory, { status, date: at, changedBy: by }],
        reserveAmount: released.includes(status) ? 0n : claim.reserveAmount,
      };

/** The same, where the state may be reached by a move. @throws DomainError `invalid-transition`. */
export const moveClaim = (claim: Claim, status: ClaimStatus, change: Change): Claim => {
  if (claim.status !== status) assertTransition('claim', claimTransitions, claim.status, status);
  return withStatus(claim, status, change);
};

/** The claim after an update of its content. @throws DomainError as `amendContent` does. */
export const amendClaim = (claim: Claim, update: Partial<ClaimContent>, pointer: string): Claim =>
  Object.keys(update).length === 0 ? claim : { ...claim, ...amendContent(claim, update, pointer) };

/** @throws DomainError `invalid-transition` when nothing about the claim may change any more. */
export const assertOpen = ({ status, claimReference }: Claim): void => {
  if (claimTransitions[status].length > 0) return;
  throw invalidTransition(`Claim ${claimReference} is ${status} and does not change.`, status);
};

/**
 * Whether nothing is left to pay of what was approved: the claim is closed by way of PAID. So is one that was reopened
 * after it was paid: its decision stands until there is another.
 */
export const hasNothingToPay = ({
  status,
  decision,
  approvedAmount,
  paidAmount,
}: Pick<Claim, 'status' | 'decision' | 'approvedAmount' | 'paidAmount'>): boolean =>
  (status === 'APPROVED' || (status === 'UNDER_REVIEW' && decision !== null)) && approvedAmount === paidAmount;

/** Undecided claims: an assessment is still useful. */
export const isUndecided = ({ status }: Pick<Claim, 'status'>): boolean => undecidedStatuses[status];

/** Undecided claims and drafts: their cover is asked again. */
export const isOpen = ({ status }: Pick<Claim, 'status'>): boolean => openStatuses[status];

export const undecidedStatuses: Readonly<Record<ClaimStatus, boolean>> = {
  DRAFT: false,
  SUBMITTED: true,
  UNDER_REVIEW: true,
  INFO_REQUESTED: true,
  APPROVED: false,
  DENIED: false,
  PAID: false,
  CLOSED: false,
  WITHDRAWN: false,
};

export const openStatuses: Readonly<Record<ClaimStatus, boolean>> = { ...undecidedStatuses, DRAFT: true };
