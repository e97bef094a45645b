import type { ClaimDocumentBody, ClaimUrlBody, FollowupResult, ReservationBody } from '@staycover/api';
import {
  type AiAssessment,
  type Claim as ClaimResource,
  claimStatuses,
  type Reservation as ReservationResource,
} from '@staycover/api';
import type { claimsEvents, DataOf, inboundEvents } from '@staycover/events';
import {
  contentHash,
  type Instant,
  numberFromRate,
  numberIfAny,
  rateIfAny,
  readInstant,
  timestamp,
} from '@staycover/kernel';
import { downToHundredths } from './domain/amount.ts';
import type { AssessmentResult, ClaimAssessment } from './domain/assessment/result.ts';
import type { Claim, ClaimContent, ClaimDocument, ClaimUrl, CoverageType, ReservationKey } from './domain/claim.ts';
import { insuranceCost, type Reservation, type SelectedPolicy } from './domain/reservation.ts';
import type { Submission } from './domain/submit.ts';
import type { ClaimUpdate } from './domain/update.ts';

/** The claim as the interface shows it. */
export const claimResource = (claim: Claim): ClaimResource => ({
  ...claimState(claim),
  organizationId: claim.organizationId,
  documents: claim.documents,
  version: claim.version,
});

/**
 * The claim as a guest sees it: what the guest sent, what was decided and paid, without what the organization keeps to itself.
 * Where the interface has a name or an amount, it is empty.
 */
export const guestResource = (
  claim: Claim,
  guest: string,
  { documents, claimUrls, followupAnswers }: Pick<ClaimContent, 'documents' | 'claimUrls' | 'followupAnswers'>,
): ClaimResource => {
  const shown = claimResource(claim);
  return {
    ...shown,
    documents,
    claimUrls,
    aiAssessment: shown.aiAssessment && { ...shown.aiAssessment, followupAnswers, reasoning: null, flags: [] },
    cover: shown.cover && { ...shown.cover, used: null, flags: [] },
    decision: shown.decision && { ...shown.decision, note: null, decidedBy: '' },
    reserveAmount: 0,
    payouts: shown.payouts.map((payout) => ({ ...payout, payee: null, reference: null, recordedBy: '' })),
    statusHistory: shown.statusHistory.map((entry) =>
      entry.changedBy === guest ? entry : { ...entry, changedBy: '' },
    ),
  };
};

/** The claim as events carry it. */
export const claimState = (claim: Claim): claimsEvents.ClaimState => ({
  id: claim.id,
  claimReference: claim.claimReference,
  reservationReferenceId: claim.reservationReferenceId,
  statusName: claim.status,
  damageDate: claim.damageDate?.toString() ?? null,
  damageDescription: claim.damageDescription,
  reservationId: claim.reservationId === null ? null : Number(claim.reservationId),
  statusId: claimStatuses.indexOf(claim.status) + 1,
  estimateAmount: numberIfAny(claim.estimateAmount),
  category: claim.category,
  coverageType: claim.coverageType,
  policyId: claim.policyId,
  currency: claim.currency,
  cover: claim.cover && { ...claim.cover, flags: [...claim.cover.flags] },
  decision: claim.decision,
  reserveAmount: numberFromRate(claim.reserveAmount),
  paidAmount: numberFromRate(claim.paidAmount),
  payouts: claim.payouts,
  claimUrls: claim.claimUrls,
  aiAssessment: aiAssessment(claim),
  statusHistory: claim.statusHistory,
  createdDate: timestamp(claim.createdDate),
  lastModifiedDate: timestamp(claim.lastModifiedDate),
});

const aiAssessment = ({ assessment, followupAnswers, cover }: Claim): AiAssessment | null => {
  if (!assessment && Object.keys(followupAnswers).length === 0) return null;
  return {
    followupQuestions: assessment?.questions ?? [],
    followupAnswers,
    suggestedAmount: assessment?.suggestedAmount ?? null,
    suggestedAmountMin: assessment?.suggestedAmountMin ?? null,
    suggestedAmountMax: assessment?.suggestedAmountMax ?? null,
    confidence: assessment?.confidence ?? null,
    reasoning: assessment?.reasoning ?? null,
    flags: [...(assessment?.flags ?? []), ...(assessment && cover ? cover.flags : [])],
    assessedAt: assessment?.assessedAt ?? null,
  };
};

/** An assessment as a claim keeps it; the suggested amount is the middle of the range, in whole hundredths. */
export const claimAssessment = (result: AssessmentResult, provider: string, now: Instant): ClaimAssessment => {
  const { questions, min, max, confidence, reasoning, flags } = result;
  return {
    provider,
    questions,
    suggestedAmount: numberFromRate(downToHundredths((min + max) / 2n)),
    suggestedAmountMin: numberFromRate(min),
    suggestedAmountMax: numberFromRate(max),
    confidence,
    reasoning,
    flags,
    assessedAt: timestamp(now),
  };
};

export const followupResult = ({ questions, min, max, confidence, reasoning }: AssessmentResult): FollowupResult => ({
  questions,
  suggestedAmountMin: numberFromRate(min),
  suggestedAmountMax: numberFromRate(max),
  confidence,
  reasoning,
});

/** The reservation as a lookup shows it, with its token or without. */
export const reservationResource = (reservation: Reservation, claimToken: string | null): ReservationResource => ({
  reservationId: reservation.reservationId,
  reservationReferenceId: reservation.reservationReferenceId,
  arrivalDate: reservation.arrivalDate.toString(),
  departureDate: reservation.departureDate.toString(),
  numberOfNights: reservation.numberOfNights,
  numberOfGuests: reservation.numberOfGuests,
  property: reservation.property,
  propertyId: reservation.propertyId,
  selectedPolicies: reservation.selectedPolicies.map(({ deductible: _deductible, ...policy }) => policy),
  totalInsuranceCost: insuranceCost(reservation.selectedPolicies),
  claimToken,
  isInsured: reservation.selectedPolicies.length > 0,
});

/** A reservation from what its booking system states. */
export const reservationFrom = (organizationId: string, body: ReservationBody): Reservation => {
  const arrivalDate = Temporal.PlainDate.from(body.arrivalDate);
  const departureDate = Temporal.PlainDate.from(body.departureDate);
  const { property } = body;
  return {
    organizationId,
    reservationReferenceId: body.reservationReferenceId,
    reservationId: body.reservationId ?? null,
    arrivalDate,
    departureDate,
    numberOfNights: body.numberOfNights ?? arrivalDate.until(departureDate).days,
    numberOfGuests: body.numberOfGuests ?? null,
    property: property
      ? { id: property.id ?? null, name: property.name ?? null, address: property.address ?? null }
      : null,
    propertyId: body.propertyId ?? property?.id?.toString() ?? null,
    selectedPolicies: (body.selectedPolicies ?? []).map(selectedPolicy),
  };
};

export const selectedPolicy = (policy: NonNullable<ReservationBody['selectedPolicies']>[number]): SelectedPolicy => ({
  policyId: policy.policyId ?? null,
  policyName: policy.policyName ?? null,
  damageCoverage: policy.damageCoverage ?? null,
  liabilityCoverage: policy.liabilityCoverage ?? null,
  dwellingCoverage: policy.dwellingCoverage ?? null,
  deductible: policy.deductible ?? null,
  price: policy.price,
  currencyId: policy.currencyId ?? null,
});

type ContentBody = {
  damageDescription?: string | undefined;
  damageDate?: string | null | undefined;
  estimateAmount?: number | null | undefined;
  category?: string | null | undefined;
  coverageType?: CoverageType | undefined;
  documents?: ClaimDocumentBody[] | undefined;
  claimUrls?: ClaimUrlBody[] | undefined;
  followupAnswers?: Record<string, string> | undefined;
};

/** The members of a body about a claim as domain types; absent members stay absent, null clears. */
export const claimContent = (body: ContentBody): Partial<ClaimContent> => ({
  ...(body.damageDescription === undefined ? {} : { damageDescription: body.damageDescription }),
  ...(body.damageDate === undefined ? {} : { damageDate: plainDate(body.damageDate) }),
  ...(body.estimateAmount === undefined ? {} : { estimateAmount: rateIfAny(body.estimateAmount) }),
  ...(body.category === undefined ? {} : { category: body.category }),
  ...(body.coverageType ? { coverageType: body.coverageType } : {}),
  ...(body.documents ? { documents: body.documents.map(claimDocument) } : {}),
  ...(body.claimUrls ? { claimUrls: body.claimUrls.map(claimUrl) } : {}),
  ...(body.followupAnswers ? { followupAnswers: body.followupAnswers } : {}),
});

export const plainDate = (text: string | null | undefined) => (text ? Temporal.PlainDate.from(text) : null);

const claimDocument = (body: ClaimDocumentBody): ClaimDocument => ({
  fileName: body.fileName,
  storageKey: body.storageKey ?? null,
  publicUrl: body.publicUrl ?? null,
  contentType: body.contentType ?? null,
  fileSize: body.fileSize ?? null,
  uploadedAt: body.uploadedAt ? timestamp(readInstant(body.uploadedAt)) : null,
});

const claimUrl = ({ url, description }: ClaimUrlBody): ClaimUrl => ({ url, description: description ?? null });

export const reservationKey = (body: {
  reservationReferenceId?: string | null | undefined;
  reservationId?: number | null | undefined;
}): ReservationKey => ({
  reservationReferenceId: body.reservationReferenceId || null,
  reservationId: typeof body.reservationId === 'number' ? BigInt(body.reservationId) : null,
});

/** The sender of a message, and the JSON pointer to its members, '' for a body. */
type Sent = { changedBy: string; pointer: string };

/** A claim, or the draft of one, from a submission. */
export const submissionFrom = (data: DataOf<typeof inboundEvents.claimSubmitted>, sent: Sent): Submission => ({
  claimId: data.claimId.toLowerCase(),
  organizationId: data.organizationId,
  isDraft: data.draft ?? false,
  key: reservationKey(data),
  hash: contentHash(data),
  ...sent,
  content: {
    damageDate: null,
    estimateAmount: null,
    category: null,
    coverageType: 'CONTENTS',
    documents: [],
    claimUrls: [],
    followupAnswers: {},
    damageDescription: data.damageDescription,
    ...claimContent(data),
  },
});

export const updateFrom = (data: DataOf<typeof inboundEvents.claimUpdated>): ClaimUpdate => ({
  content: claimContent(data),
  status: data.statusName,
  changedBy: data.changedBy,
  pointer: '/data',
});
