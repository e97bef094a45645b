import { z } from 'zod';
import { AiAssessment } from './claim-assessment.ts';
import { ClaimCover, ClaimDecision } from './claim-cover.ts';
import { ClaimPayout } from './claim-payout.ts';
import {
  calendarDate,
  description,
  httpsUrl,
  integer,
  longList,
  longText,
  map,
  name,
  notes,
  organizationId,
  shortText,
  shownInstant,
  timestamp,
  url,
  uuid,
} from './fields.ts';
import { numberCursor, orderedPaging } from './list.ts';
import { personal } from './personal-data.ts';
import { component, schemaExample } from './rules.ts';

/** In the order of their `statusId`, which starts at 1. */
export const claimStatuses = [
  'DRAFT',
  'SUBMITTED',
  'UNDER_REVIEW',
  'INFO_REQUESTED',
  'APPROVED',
  'DENIED',
  'PAID',
  'CLOSED',
  'WITHDRAWN',
] as const;
/** What of the cover a claim is about, `damageCoverage` and `contentsCoverage` being the first. */
export const coverageTypes = ['CONTENTS', 'DWELLING', 'LIABILITY'] as const;

export const ClaimStatus = z.enum(claimStatuses).meta({ id: 'ClaimStatus', description: 'State of a claim' });
export type ClaimStatus = z.infer<typeof ClaimStatus>;

const nullableText = longText.nullable();
const nullableNumber = z.number().nullable();

export const ClaimDocument = component(
  z.object({
    fileName: longText,
    storageKey: nullableText,
    publicUrl: nullableText,
    contentType: nullableText,
    fileSize: z.int().nullable(),
    uploadedAt: timestamp.nullable(),
  }),
  {
    id: 'ClaimDocument',
    description: 'A document of a claim, kept elsewhere',
    example: {
      fileName: 'television.jpg',
      storageKey: 'claims/2026/11/television.jpg',
      publicUrl: 'https://files.acme-stays.example/claims/2026/11/television.jpg',
      contentType: 'image/jpeg',
      fileSize: 482_113,
      uploadedAt: '2026-11-16T08:11:30.000Z',
    },
  },
);
export type ClaimDocument = z.infer<typeof ClaimDocument>;

export const Claim = component(
  z.object({
    id: uuid,
    organizationId: longText,
    claimReference: longText,
    reservationReferenceId: nullableText,
    statusName: ClaimStatus,
    damageDate: calendarDate.nullable(),
    ...personal({ damageDescription: nullableText }),
    reservationId: z.int().nullable(),
    statusId: z.int().min(1).max(claimStatuses.length),
    estimateAmount: nullableNumber,
    category: nullableText.meta({ description: 'Kind of thing that was damaged' }),
    coverageType: z.enum(coverageTypes).meta({ description: 'What of the cover the claim is about' }),
    ...personal({
      documents: longList(ClaimDocument),
      claimUrls: longList(z.object({ url: longText, description: nullableText })),
    }),
    aiAssessment: AiAssessment.nullable(),
    statusHistory: longList(z.object({ status: ClaimStatus, date: timestamp, changedBy: longText })),
    policyId: uuid.nullable().meta({ description: 'The policy that covers the damage' }),
    currency: nullableText.meta({ description: 'Currency of the amounts; null where it is unknown' }),
    cover: ClaimCover.nullable(),
    decision: ClaimDecision.nullable(),
    reserveAmount: z.number().meta({ description: 'Set aside for what is still to be paid' }),
    paidAmount: z.number().meta({ description: 'Paid out, less what was reversed' }),
    payouts: longList(ClaimPayout),
    createdDate: timestamp,
    lastModifiedDate: timestamp,
    version: z.int(),
  }),
  {
    id: 'Claim',
    description: 'A claim for damage during a stay',
    example: {
      id: '01a1e36a-6fcc-77bd-8e0a-d6f5823115e0',
      organizationId: 'acme-stays',
      claimReference: 'CLM-2026-000007',
      reservationReferenceId: 'RES-88123',
      statusName: 'SUBMITTED',
      damageDate: '2026-11-14',
      damageDescription: 'The television fell off the wall and its screen is broken.',
      reservationId: 88_123,
      statusId: 2,
      estimateAmount: 600,
      category: 'ELECTRONICS',
      coverageType: 'CONTENTS',
      documents: [schemaExample(ClaimDocument)],
      claimUrls: [{ url: 'https://shop.example/tv-55', description: 'The same television new' }],
      aiAssessment: schemaExample(AiAssessment),
      statusHistory: [{ status: 'SUBMITTED', date: '2026-11-16T08:12:45.900Z', changedBy: 'guest-portal' }],
      policyId: '01a182d4-4751-79ac-8d83-fcf043f9cadb',
      currency: 'USD',
      cover: schemaExample(ClaimCover),
      decision: null,
      reserveAmount: 350,
      paidAmount: 0,
      payouts: [],
      createdDate: '2026-11-16T08:12:45.900Z',
      lastModifiedDate: '2026-11-16T08:13:02.004Z',
      version: 2,
    },
  },
);
export type Claim = z.infer<typeof Claim>;

export const ClaimQuery = z.object({
  organizationId: organizationId.optional(),
  reservationReferenceId: name.optional().meta({ description: 'Only claims of this reservation' }),
  status: ClaimStatus.optional().meta({ description: 'Only claims in this state' }),
  ...orderedPaging(numberCursor),
});
export type ClaimQuery = z.infer<typeof ClaimQuery>;

/** A document as its sender states it; its address is kept as given and never fetched. */
export const ClaimDocumentBody = z.object({
  fileName: name,
  storageKey: notes.nullish(),
  publicUrl: httpsUrl.nullish(),
  contentType: shortText.nullish(),
  fileSize: integer(0, Number.MAX_SAFE_INTEGER).nullish(),
  uploadedAt: shownInstant.nullish(),
});
export type ClaimDocumentBody = z.infer<typeof ClaimDocumentBody>;

export const ClaimUrlBody = z.object({ url, description: description.nullish() });
export type ClaimUrlBody = z.infer<typeof ClaimUrlBody>;

/** Answers by question. */
export const answers = map(description, notes, 50);
