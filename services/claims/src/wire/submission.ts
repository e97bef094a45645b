import type { ClaimDocumentBody, ClaimUrlBody } from '@staycover/api';
import type { DataOf, inboundEvents } from '@staycover/events';
import { contentHash, rateIfAny, readInstant, timestamp } from '@staycover/kernel';
import {
  type ClaimContent,
  type ClaimDocument,
  type ClaimUrl,
  type CoverageType,
  emptyContent,
} from '../domain/content.ts';
import type { Submission } from '../domain/submit.ts';
import type { ClaimUpdate } from '../domain/update.ts';
import { reservationKey } from './reservation.ts';

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
    ...emptyContent,
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
