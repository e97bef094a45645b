import {
  type Aggregate,
  assertTransition,
  type CalendarDate,
  type Currency,
  DomainError,
  invalidTransition,
  jsonBytes,
  type Rate,
  type Transitions,
} from '@staycover/kernel';
import type { Adjudication } from './adjudication.ts';
import type { Amount } from './amount.ts';
import type { ClaimAssessment } from './assessment/result.ts';
import type { Payout } from './claim-payout.ts';
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

export type ClaimDocument = {
  fileName: string;
  storageKey: string | null;
  publicUrl: string | null;
  contentType: string | null;
  fileSize: number | null;
  uploadedAt: string | null;
};

/** The default document. */
export const emptyDocument: ClaimDocument = {
  fileName: '',
  storageKey: null,
  publicUrl: null,
  contentType: null,
  fileSize: null,
  uploadedAt: null,
};

export type ClaimUrl = { url: string; description: string | null };

export const emptyUrl: ClaimUrl = { url: '', description: null };

/** What of the cover a claim is about. */
export type CoverageType = 'CONTENTS' | 'DWELLING' | 'LIABILITY';

/** The claimant's statement and evidence. */
export type ClaimContent = {
  damageDate: CalendarDate | null;
  damageDescription: string;
  /** In ten-thousandths of a major unit; a claim names no currency. */
  estimateAmount: Rate | null;
  /** Kind of thing that was damaged, as policies name their categories. */
  category: string | null;
  coverageType: CoverageType;
  documents: ClaimDocument[];
  claimUrls: ClaimUrl[];
  /** Answer by question. */
  followupAnswers: Record<string, string>;
};

/** The reservation a claim is about: by its reference, its number or both. */
export type ReservationKey = { reservationReferenceId: string | null; reservationId: bigint | null };

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

const MAX_DOCUMENTS = 200;
const MAX_URLS = 100;
const MAX_ANSWERS = 50;
/** Of the 256 KiB that an event takes, which has these texts; the rest is for what becomes of the claim. */
const MAX_TEXT_BYTES = 192 * 1024;
/** No event carries them, but each change of them stays in the audit trail. */
const MAX_DOCUMENT_BYTES = 512 * 1024;

/**
 * The claim after an update: single values are replaced, documents, addresses and answers are added. Its faults
 * are at `pointer`.
 * @throws DomainError `invalid-request` or `payload-too-large` when it would carry too much.
 */
export const amendClaim = (claim: Claim, update: Partial<ClaimContent>, pointer: string): Claim => {
  if (Object.keys(update).length === 0) return claim;
  const { documents = [], claimUrls = [], followupAnswers = {}, ...values } = update;
  const amended = {
    ...claim,
    ...values,
    documents: added(claim.documents, documents, documentKey),
    claimUrls: added(claim.claimUrls, claimUrls, ({ url }) => url),
    followupAnswers: { ...claim.followupAnswers, ...followupAnswers },
  };
  assertFits(amended, pointer);
  return amended;
};

/** @throws DomainError `invalid-transition` when nothing about the claim may change any more. */
export const assertOpen = ({ status, claimReference }: Claim): void => {
  if (claimTransitions[status].length > 0) return;
  throw invalidTransition(`Claim ${claimReference} is ${status} and does not change.`, status);
};

const documentKey = ({ storageKey, publicUrl, fileName }: ClaimDocument): string => storageKey || publicUrl || fileName;

/** Entries with more, these in the place of those with their key; a sender may state several of one key. */
const added = <T>(before: readonly T[], more: readonly T[], getKey: (entry: T) => string): T[] => {
  const stated = Map.groupBy(more, getKey);
  return [...new Set([...before.flatMap((entry) => stated.get(getKey(entry)) ?? [entry]), ...more])];
};

/** @throws DomainError `invalid-request`, `payload-too-large` when its events could not be published. */
export const assertFits = (content: ClaimContent, pointer: string): void => {
  const { damageDescription, documents, claimUrls, followupAnswers } = content;
  if (jsonBytes({ damageDescription, claimUrls, followupAnswers }) > MAX_TEXT_BYTES) {
    const detail = `Description, addresses and answers of a claim take ${MAX_TEXT_BYTES / 1024} KiB at most.`;
    throw new DomainError('payload-too-large', detail);
  }
  if (jsonBytes(documents) > MAX_DOCUMENT_BYTES) {
    const detail = `What is known of the documents of a claim takes ${MAX_DOCUMENT_BYTES / 1024} KiB at most.`;
    throw new DomainError('payload-too-large', detail);
  }
  const faults = [
    { member: 'documents', count: documents.length, max: MAX_DOCUMENTS },
    { member: 'claimUrls', count: claimUrls.length, max: MAX_URLS },
    { member: 'followupAnswers', count: Object.keys(followupAnswers).length, max: MAX_ANSWERS },
  ].filter(({ count, max }) => count > max);
  if (faults.length === 0) return;
  throw DomainError.invalid(
    faults.map(({ member, count, max }) => ({
      pointer: `${pointer}/${member}`,
      detail: `would make ${count} on the claim, at most ${max} fit`,
    })),
  );
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
