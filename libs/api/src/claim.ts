import { z } from 'zod';
import {
  calendarDate,
  description,
  httpsUrl,
  instant,
  integer,
  longList,
  longText,
  map,
  name,
  notes,
  organizationId,
  shortText,
  timestamp,
  url,
  uuid,
} from './fields.ts';
import { numberCursor, orderedPaging } from './list.ts';
import { personal } from './personal-data.ts';
import { component, exampleOf } from './rules.ts';

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
export const confidences = ['LOW', 'MEDIUM', 'HIGH'] as const;

export const ClaimStatus = z.enum(claimStatuses).meta({ id: 'ClaimStatus', description: 'State of a claim' });
export type ClaimStatus = z.infer<typeof ClaimStatus>;

const nullableText = longText.nullable();
const nullableNumber = z.number().nullable();

export const AiAssessment = component(
  z.object({
    followupQuestions: longList(longText),
    ...personal({ followupAnswers: map(longText, longText, 1_000).meta({ description: 'Answer by question' }) }),
    suggestedAmount: nullableNumber,
    suggestedAmountMin: nullableNumber,
    suggestedAmountMax: nullableNumber,
    confidence: z.enum(confidences).nullable(),
    reasoning: nullableText,
    flags: longList(longText),
    assessedAt: timestamp.nullable(),
  }),
  {
    id: 'AiAssessment',
    description: 'A preliminary assessment; it advises and never decides',
    example: {
      followupQuestions: ['Can you upload the receipt of the television?'],
      followupAnswers: { 'Can you upload the receipt of the television?': 'Yes, it is attached.' },
      suggestedAmount: 450,
      suggestedAmountMin: 300,
      suggestedAmountMax: 600,
      confidence: 'MEDIUM',
      reasoning: 'Photos show the damage; the age of the television is not known.',
      flags: ['RECEIPT_MISSING'],
      assessedAt: '2026-11-16T08:13:02.004Z',
    },
  },
);
export type AiAssessment = z.infer<typeof AiAssessment>;

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

export const uncoveredReasons = [
  'NOT_ENROLLED',
  'NOT_ELIGIBLE',
  'NOT_BOUND',
  'SUSPENDED',
  'NOT_IN_FORCE',
  'OUTSIDE_STAY',
  'STAY_TOO_SHORT',
  'STAY_TOO_LONG',
  'EXCLUDED',
  'NO_LIMIT',
] as const;

export const ClaimCover = component(
  z.object({
    policyId: uuid.nullable().meta({ description: 'The policy that decides; null: none knows the property' }),
    policyVersion: z.int().nullable(),
    covered: z.boolean().nullable().meta({ description: 'null: neither a policy nor the reservation knows' }),
    reason: z.enum(uncoveredReasons).nullable().meta({ description: 'Why not; null when it is covered' }),
    limit: nullableNumber.meta({ description: 'Of the stay and the type of cover' }),
    deductible: nullableNumber,
    minimumClaim: nullableNumber,
    used: nullableNumber.meta({ description: 'What other approved claims of the stay and type have insured' }),
    payable: nullableNumber.meta({ description: 'What the cover pays of the loss' }),
    flags: longList(z.enum(['BOUND_AFTER_LOSS'])),
  }),
  {
    id: 'ClaimCover',
    description: 'The cover of the night of the damage, as it was when it was asked last: at intake or at the decision',
    example: {
      policyId: '01a182d4-4751-79ac-8d83-fcf043f9cadb',
      policyVersion: 3,
      covered: true,
      reason: null,
      limit: 3000,
      deductible: 250,
      minimumClaim: 50,
      used: 0,
      payable: 350,
      flags: [],
    },
  },
);
export type ClaimCover = z.infer<typeof ClaimCover>;

export const denialReasons = [
  'NO_COVER',
  'OUTSIDE_STAY',
  'BELOW_MINIMUM',
  'EXCLUDED',
  'LIMIT_EXHAUSTED',
  'NOT_PROVEN',
  'DUPLICATE',
  'FRAUD',
  'OTHER',
] as const;

export const ClaimDecision = component(
  z.object({
    outcome: z.enum(['APPROVE', 'DENY']),
    lossAmount: nullableNumber,
    insuredAmount: z.number().meta({ description: 'What of the loss counts against the limits' }),
    approvedAmount: z.number(),
    denialReason: z.enum(denialReasons).nullable(),
    note: nullableText,
    decidedBy: longText,
    decidedDate: timestamp,
  }),
  {
    id: 'ClaimDecision',
    description: 'What was decided about a claim; taken back, it is gone',
    example: {
      outcome: 'APPROVE',
      lossAmount: 600,
      insuredAmount: 600,
      approvedAmount: 350,
      denialReason: null,
      note: null,
      decidedBy: 'adjuster-4',
      decidedDate: '2026-11-18T10:00:00.000Z',
    },
  },
);
export type ClaimDecision = z.infer<typeof ClaimDecision>;

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
    policyId: uuid.nullable().meta({ description: 'The policy whose cover counts' }),
    currency: nullableText.meta({ description: 'Of the amounts; null where nobody knows it' }),
    cover: ClaimCover.nullable(),
    decision: ClaimDecision.nullable(),
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
      documents: [exampleOf(ClaimDocument)],
      claimUrls: [{ url: 'https://shop.example/tv-55', description: 'The same television new' }],
      aiAssessment: exampleOf(AiAssessment),
      statusHistory: [{ status: 'SUBMITTED', date: '2026-11-16T08:12:45.900Z', changedBy: 'guest-portal' }],
      policyId: '01a182d4-4751-79ac-8d83-fcf043f9cadb',
      currency: 'USD',
      cover: exampleOf(ClaimCover),
      decision: null,
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
  uploadedAt: instant.nullish(),
});
export type ClaimDocumentBody = z.infer<typeof ClaimDocumentBody>;

export const ClaimUrlBody = z.object({ url, description: description.nullish() });
export type ClaimUrlBody = z.infer<typeof ClaimUrlBody>;

/** Answers by question. */
export const answers = map(description, notes, 50);
